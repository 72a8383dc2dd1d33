//! Lessons and problems, and the learner's progress.

use crate::core::Core;
use crate::keep::{KeptGame, progress_row, to_text};
use crate::rest::{Reply, created, ok, read};
use crate::work::Work;
use heibai_games::Kind;
use heibai_table::error::{Answer, Code, Fail};
use heibai_table::skill::{DAY_MS, Noted, Practised, Rated, Skill, SolverView, problem_name, solver_name};
use heibai_table::strength::{LATEST, MeasuredGames, measured};
use heibai_table::training::{
    MISTAKES, MOST_MISTAKES, Made, Mistake, Outcome, Problems, Sets, Try, all_progress, known, try_again,
};
use heibai_table::{lessons, problems};

impl Core {
    pub(crate) fn learning(&mut self, method: &str, at: &[&str], body: &[u8]) -> Answer<Reply> {
        match (method, at) {
            ("GET", ["problems"]) => ok(&Sets::of(&self.all_mistakes())),
            ("POST", ["problems", MISTAKES]) => self.learn(read(body)?),
            ("GET", ["problems", MISTAKES]) => {
                ok(&Problems::of_mistakes(self.all_mistakes(), &self.progress)?)
            }
            ("GET", ["problems", set]) => ok(&Problems::of_set(set, &self.progress)?),
            ("POST", ["problems", set, id, "result"]) => self.result(set, id, &read(body)?),
            ("GET", ["progress", "days"]) => ok(&self.practised()),
            ("GET", ["solver"]) => ok(&self.solver()),
            ("GET", ["measured"]) => ok(&self.measured_games()),
            ("GET", ["lessons"]) => ok(&lessons::all()?),
            ("GET", ["glossary"]) => ok(&lessons::glossary()),
            ("GET", ["progress"]) => ok(&all_progress(self.progress.clone())),
            _ => Err(Code::NotFound.into()),
        }
    }

    fn learn(&mut self, mut mistake: Mistake) -> Answer<Reply> {
        mistake.settle()?;
        if let Some((id, _)) = self.mistakes.iter().find(|(_, (_, other))| mistake.is_same(other)) {
            return created(&Made { id: id.clone() });
        }
        if self.mistakes.len() >= MOST_MISTAKES {
            return Err(Fail::because(Code::TooMany, heibai_words::server::problems()));
        }
        let id = format!("m{}", self.random.text(10));
        let row = (self.now, mistake);
        self.keep(format!("mistake/{id}"), to_text(&row));
        self.mistakes.insert(0, (id.clone(), row));
        created(&Made { id })
    }

    /// The work that a try needs; one's own mistakes need none.
    pub(crate) fn try_problem(&self, set: &str, id: &str, body: &[u8]) -> Answer<Option<Work>> {
        if !self.is_problem(set, id) {
            return Err(Code::NotFound.into());
        }
        let moves = read::<Try>(body)?.moves;
        Ok((set != MISTAKES).then(|| Work::Try { set: set.to_owned(), id: id.to_owned(), moves }))
    }

    pub(crate) fn try_mistake(&self, id: &str, body: &[u8]) -> Answer<Reply> {
        let mistake = self.mistake(id).ok_or(Code::NotFound)?;
        ok(&try_again(mistake, &read::<Try>(body)?.moves)?)
    }

    fn result(&mut self, set: &str, id: &str, outcome: &Outcome) -> Answer<Reply> {
        if !self.is_problem(set, id) {
            return Err(Code::NotFound.into());
        }
        let before = known(&self.progress, set, id);
        let after = before.unwrap_or_default().after(outcome.solved, self.now);
        self.progress.retain(|(s, p, _)| s != set || p != id);
        self.progress.push((set.to_owned(), id.to_owned(), after));
        self.keep(format!("progress/{set}/{id}"), progress_row(after));
        self.note_practice(outcome.solved);
        let rated = if before.is_none() { self.rate(set, id, outcome.solved) } else { None };
        ok(&Noted { progress: after.into(), rated })
    }

    fn note_practice(&mut self, solved: bool) {
        let day = self.now / DAY_MS;
        let counts = self.days.entry(day).or_default();
        if solved {
            counts.0 += 1
        } else {
            counts.1 += 1
        }
        let text = to_text(counts);
        self.keep(format!("day/{day}"), text);
    }

    fn practised(&self) -> Practised {
        let today = self.now / DAY_MS;
        let days =
            self.days.range(Practised::since(today)..).map(|(&day, &(solved, failed))| (day, solved, failed));
        Practised::new(today, days.collect())
    }

    /// Rates solver and problem by the first try of a shipped problem.
    fn rate(&mut self, set: &str, id: &str, solved: bool) -> Option<Rated> {
        let problem = problems::find(set, id).ok()?;
        let names = [solver_name(&self.me.id, problem.start().kind()), problem_name(set, id)];
        let [solver, asked] = names.each_ref().map(|name| self.ratings.get(name).copied());
        let (solver, asked, rated) = Rated::of(problem, solver, asked, solved);
        for (name, rating) in names.into_iter().zip([solver, asked]) {
            self.keep(format!("rating/{name}"), to_text(&(rating.rating, rating.deviation)));
            self.ratings.insert(name, rating);
        }
        Some(rated)
    }

    fn measured_games(&self) -> MeasuredGames {
        let mut over: Vec<&KeptGame> = self.games.values().collect();
        over.sort_by_key(|game| game.row.updated);
        let told = |game: &&KeptGame| measured(&game.row, &serde_json::from_str(&game.setup).ok()?);
        let mut games: Vec<_> = over.iter().filter_map(told).collect();
        games.drain(..games.len().saturating_sub(LATEST));
        MeasuredGames { games }
    }

    fn solver(&self) -> SolverView {
        let skill = |kind| {
            let rating = self.ratings.get(&solver_name(&self.me.id, kind)).copied();
            Skill::of(kind, rating, self.now / DAY_MS, &self.progress)
        };
        SolverView { games: Kind::ALL.into_iter().filter_map(skill).collect() }
    }
}
