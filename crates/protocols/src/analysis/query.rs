//! A query: a game and which of its positions to analyse.

use super::answer::Perspective;
use super::field::{Fields, QueryError};
use crate::restrict::Restriction;
use heibai_games::kind::{Choice, Passing};
use heibai_games::{AnyPosition, Color, Kind, Move, Point, Position, Rules};
use serde_json::{Map, Value};
use std::time::Duration;

/// The options of a query, which apply to each of its positions.
#[derive(Clone, PartialEq, Debug)]
pub struct QueryOptions {
    pub visits: Option<u64>,
    pub time: Option<Duration>,
    pub ownership: bool,
    /// Ownership after each candidate move.
    pub moves_ownership: bool,
    pub policy: bool,
    /// How many moves of a variation are reported after its first.
    pub line: usize,
    pub report_every: Option<Duration>,
    pub perspective: Option<Perspective>,
    pub restrictions: Vec<Restriction>,
}

/// A valid query.
#[derive(Debug)]
pub struct Query {
    pub id: String,
    pub options: QueryOptions,
    pub game: QueryGame,
    /// Turn and priority of each position to analyse.
    pub turns: Vec<(usize, i64)>,
    /// Fields without effect, with the reason.
    pub warnings: Vec<QueryError>,
}

/// The game of a query. In Go a side may move twice in a row: the position then becomes a new start.
#[derive(Debug)]
pub struct QueryGame {
    starts: Vec<(AnyPosition, Vec<Move>)>,
    /// By turn: the index of its start, and the number of moves after it.
    turns: Vec<(usize, usize)>,
}

impl QueryGame {
    /// The start, the moves and the position of a turn.
    pub fn at(&self, turn: usize) -> (&AnyPosition, &[Move], AnyPosition) {
        let (which, count) = self.turns[turn];
        let (start, moves) = &self.starts[which];
        let mut position = start.clone();
        for &mv in &moves[..count] {
            position.play_unchecked(mv, &mut ());
        }
        (start, &moves[..count], position)
    }
}

/// KataGo's settings that are accepted and ignored.
const WITHOUT_EFFECT: [&str; 6] = [
    "rootPolicyTemperature",
    "rootFpuReductionMax",
    "includeOwnershipStdev",
    "includeMovesOwnershipStdev",
    "includePVVisits",
    "includeNoResultValue",
];

impl Query {
    pub fn read(id: &str, map: &Map<String, Value>, kind: Kind) -> Result<Query, QueryError> {
        let mut fields = Fields::new(map);
        fields.value("id");
        let mut warnings = Vec::new();
        let rules = read_rules(&mut fields, kind, &mut warnings)?;
        let game = read_game(&mut fields, &rules)?;
        let turns = read_turns(&mut fields, game.turns.len() - 1)?;
        let mut options = read_options(&mut fields, &mut warnings)?;
        options.restrictions = read_restrictions(&mut fields, &rules, &mut warnings)?;
        for name in WITHOUT_EFFECT {
            if fields.value(name).is_some_and(|value| value != &Value::Bool(false)) {
                warnings.push(QueryError::new(name, "has no effect here"));
            }
        }
        warnings.extend(fields.unread().map(|name| QueryError::new(name, "unexpected or unused field")));
        Ok(Query { id: id.to_owned(), options, game, turns, warnings })
    }
}

fn read_rules(
    fields: &mut Fields<'_>,
    kind: Kind,
    warnings: &mut Vec<QueryError>,
) -> Result<Rules, QueryError> {
    let mut side = |name| {
        fields
            .integer(name)?
            .map(|n| usize::try_from(n).map_err(|_| QueryError::new(name, "must be positive")))
            .transpose()
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    if let (Some(width), Some(height)) = (width, height)
        && width != height
    {
        return Err(QueryError::new(
            "boardYSize",
            format!("only square boards are supported, not {width}x{height}"),
        ));
    }
    let size = width.or(height);
    let rules = fields.value("rules").map(|value| rule_set(kind, value, warnings)).transpose()?;
    let komi = fields.number("komi")?;
    let choice = Choice { size, rules, ..Choice::default() };
    let rules = kind.rules(&choice).map_err(|bad| {
        let field = if size.is_some() && kind.rules(&Choice { size, ..Choice::default() }).is_err() {
            "boardXSize"
        } else {
            "rules"
        };
        QueryError::new(field, bad.to_string())
    })?;
    let bonus = handicap_bonus(fields)?;
    let komi = match &rules {
        Rules::Go(go) => Some(komi.unwrap_or(go.komi().as_f64()) + bonus),
        _ => komi,
    };
    kind.rules(&Choice { komi, ..choice }).map_err(|bad| QueryError::new("komi", bad.to_string()))
}

fn rule_set(kind: Kind, value: &Value, warnings: &mut Vec<QueryError>) -> Result<String, QueryError> {
    if kind != Kind::Go {
        let name =
            value.as_str().ok_or_else(|| QueryError::new("rules", "must be the name of a rule set"))?;
        return Ok(name.to_owned());
    }
    let set = crate::go_rules::read(value).map_err(|why| QueryError::new("rules", why))?;
    if set.is_none() {
        let why = "converted to area scoring with positional superko and without suicide";
        warnings.push(QueryError::new("rules", why));
    }
    Ok(set.unwrap_or_default().name().to_owned())
}

/// White's compensation for handicap stones, in addition to komi.
fn handicap_bonus(fields: &mut Fields<'_>) -> Result<f64, QueryError> {
    let wanted = fields.text("whiteHandicapBonus")?.unwrap_or("0");
    let stones = match fields.value("initialStones") {
        Some(Value::Array(stones)) => stones,
        _ => return Ok(0.0),
    };
    let black =
        stones.iter().filter(|stone| stone.get(0).and_then(Value::as_str).is_some_and(is_black)).count();
    let handicap = if black == stones.len() && black >= 2 { black } else { 0 };
    match wanted {
        "0" => Ok(0.0),
        "N" => Ok(handicap as f64),
        "N-1" => Ok(handicap.saturating_sub(1) as f64),
        _ => Err(QueryError::new("whiteHandicapBonus", "must be 0, N or N-1")),
    }
}

fn is_black(text: &str) -> bool {
    text.eq_ignore_ascii_case("b") || text.eq_ignore_ascii_case("black")
}

fn read_color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// `["B", "Q4"]`; a point may also be `(15,3)`, column and row from the top-left corner.
fn read_move(value: &Value, position: &AnyPosition) -> Result<(Color, Move), String> {
    let (Some(color), Some(place)) =
        (value.get(0).and_then(Value::as_str), value.get(1).and_then(Value::as_str))
    else {
        return Err(format!("{value}: expected a player and a location, such as [\"B\",\"Q4\"]"));
    };
    let color = read_color(color).ok_or_else(|| format!("'{color}' is no player: expected B or W"))?;
    read_place(place, position).map(|mv| (color, mv))
}

fn read_place(place: &str, position: &AnyPosition) -> Result<Move, String> {
    let inner = place.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if let Some((x, y)) = inner.and_then(|inner| inner.split_once(',')) {
        let size = position.size();
        let point =
            x.trim().parse().ok().zip(y.trim().parse().ok()).and_then(|(x, y)| Point::new(x, y, size));
        return match point {
            Some(point) => Ok(Move::Place(point)),
            None => Err(format!("'{place}' is outside the board")),
        };
    }
    position.read_move(place).map_err(|bad| bad.to_string())
}

fn read_game(fields: &mut Fields<'_>, rules: &Rules) -> Result<QueryGame, QueryError> {
    let empty = AnyPosition::start(rules);
    let mut stones = Vec::new();
    for value in fields.list("initialStones")?.unwrap_or_default() {
        match read_move(value, &empty) {
            Ok((color, Move::Place(point))) => stones.push((point, color)),
            Ok((_, Move::Pass)) => return Err(QueryError::new("initialStones", "a pass is no stone")),
            Err(why) => return Err(QueryError::new("initialStones", why)),
        }
    }
    let listed =
        fields.list("moves")?.ok_or_else(|| QueryError::new("moves", "is missing: expected a list"))?;
    let moves: Vec<(Color, Move)> = listed
        .iter()
        .enumerate()
        .map(|(at, value)| {
            read_move(value, &empty)
                .map_err(|why| QueryError::new("moves", format!("move {}: {why}", at + 1)))
        })
        .collect::<Result<_, _>>()?;
    let player = fields.text("initialPlayer")?.map(|text| {
        read_color(text).ok_or_else(|| QueryError::new("initialPlayer", format!("'{text}': expected B or W")))
    });
    let turn = player.transpose()?.or_else(|| moves.first().map(|(color, _)| *color));
    let start = match (stones.is_empty(), turn) {
        (true, None) => empty,
        (true, Some(turn)) if turn == empty.turn() => empty,
        (none, turn) => {
            // Without initialStones it is the game's usual start with the other side to move.
            let stones = if none { empty.stones() } else { stones };
            AnyPosition::setup(rules, &stones, turn.unwrap_or(Color::Black))
                .map_err(|bad| QueryError::new("initialStones", bad.to_string()))?
        }
    };
    play(start, &moves)
}

/// Plays the moves. A forced pass is made whether the list contains it or not.
fn play(start: AnyPosition, moves: &[(Color, Move)]) -> Result<QueryGame, QueryError> {
    let mut position = start.clone();
    let mut game = QueryGame { starts: vec![(start, Vec::new())], turns: Vec::new() };
    pass_if_forced(&mut position, &mut game);
    game.note();
    for (at, &(color, mv)) in moves.iter().enumerate() {
        let refused = |why: String| QueryError::new("moves", format!("move {} is illegal: {why}", at + 1));
        let made = mv == Move::Pass && position.kind().passing() == Passing::Forced;
        if made && game.starts.last().is_some_and(|(_, moves)| moves.last() == Some(&Move::Pass)) {
            game.note();
            continue;
        }
        if position.turn() != color && position.outcome().is_none() {
            if position.kind() != Kind::Go {
                return Err(refused("it is the other side's turn".to_owned()));
            }
            position = AnyPosition::setup(&position.rules(), &position.stones(), color)
                .map_err(|bad| refused(bad.to_string()))?;
            game.starts.push((position.clone(), Vec::new()));
        }
        position.play(mv).map_err(|illegal| refused(format!("{}: {illegal}", position.write_move(mv))))?;
        game.push(mv);
        pass_if_forced(&mut position, &mut game);
        game.note();
    }
    Ok(game)
}

fn pass_if_forced(position: &mut AnyPosition, game: &mut QueryGame) {
    if position.outcome().is_none() && position.must_pass() {
        position.play_unchecked(Move::Pass, &mut ());
        game.push(Move::Pass);
    }
}

impl QueryGame {
    fn push(&mut self, mv: Move) {
        if let Some((_, moves)) = self.starts.last_mut() {
            moves.push(mv);
        }
    }

    /// Adds the current position as the next turn.
    fn note(&mut self) {
        let last = self.starts.len() - 1;
        self.turns.push((last, self.starts[last].1.len()));
    }
}

fn read_turns(fields: &mut Fields<'_>, last: usize) -> Result<Vec<(usize, i64)>, QueryError> {
    let listed = fields.integers("analyzeTurns")?.unwrap_or_else(|| vec![last as i64]);
    let priority = fields.integer("priority")?.unwrap_or(0);
    let priorities = fields.integers("priorities")?.unwrap_or_else(|| vec![priority; listed.len()]);
    if priorities.len() != listed.len() {
        return Err(QueryError::new("priorities", "must be as long as analyzeTurns"));
    }
    let turn = |turn: i64| {
        usize::try_from(turn).ok().filter(|&turn| turn <= last).ok_or_else(|| {
            QueryError::new(
                "analyzeTurns",
                format!("there is no turn {turn}: the game has turns 0 to {last}"),
            )
        })
    };
    listed.into_iter().zip(priorities).map(|(number, priority)| Ok((turn(number)?, priority))).collect()
}

/// `avoidMoves` and `allowMoves`: lists of `{"player":"B","moves":["C3","pass"],"untilDepth":1}`.
fn read_restrictions(
    fields: &mut Fields<'_>,
    rules: &Rules,
    warnings: &mut Vec<QueryError>,
) -> Result<Vec<Restriction>, QueryError> {
    let board = AnyPosition::start(rules);
    let mut restrictions = Vec::new();
    for (name, allow) in [("avoidMoves", false), ("allowMoves", true)] {
        let listed = fields.list(name)?.unwrap_or_default();
        if allow && (listed.len() > 1 || !listed.is_empty() && !restrictions.is_empty()) {
            return Err(QueryError::new(name, "must be one object, without avoidMoves beside it"));
        }
        for value in listed {
            let side = value["player"].as_str().and_then(read_color);
            let side = side.ok_or_else(|| QueryError::new(name, "each needs a player, B or W"))?;
            let moves = value["moves"]
                .as_array()
                .ok_or_else(|| QueryError::new(name, "each needs a list of moves"))?;
            let depth = value["untilDepth"].as_u64().filter(|&depth| depth > 0);
            if depth.ok_or_else(|| QueryError::new(name, "each needs untilDepth, an integer from 1 up"))? > 1
            {
                warnings
                    .push(QueryError::new(name, "only the first move is restricted, as with untilDepth 1"));
            }
            let read = |mv: &Value| {
                let place = mv.as_str().ok_or_else(|| format!("{mv} is no location"))?;
                read_place(place, &board)
            };
            let moves: Result<Vec<Move>, String> = moves.iter().map(read).collect();
            let moves = moves.map_err(|why| QueryError::new(name, why))?;
            restrictions.push(Restriction { allow, side, moves });
        }
    }
    Ok(restrictions)
}

fn read_options(fields: &mut Fields<'_>, warnings: &mut Vec<QueryError>) -> Result<QueryOptions, QueryError> {
    let seconds = |name: &str, value: f64| match value {
        value if (0.001..=1e6).contains(&value) => Ok(Duration::from_secs_f64(value)),
        _ => Err(QueryError::new(name, "must be a number of seconds from 0.001 up")),
    };
    let every = fields.number("reportDuringSearchEvery")?;
    let mut options = QueryOptions {
        visits: fields.positive("maxVisits")?,
        time: None,
        ownership: fields.flag("includeOwnership")?,
        moves_ownership: fields.flag("includeMovesOwnership")?,
        policy: fields.flag("includePolicy")?,
        line: fields.positive("analysisPVLen")?.map_or(15, |length| length as usize),
        report_every: every.map(|every| seconds("reportDuringSearchEvery", every)).transpose()?,
        perspective: None,
        restrictions: Vec::new(),
    };
    for (name, value) in fields.object("overrideSettings")?.into_iter().flatten() {
        let field = format!("overrideSettings.{name}");
        match name.as_str() {
            "maxTime" => {
                let value = value.as_f64().ok_or_else(|| QueryError::new(&field, "must be a number"))?;
                options.time = Some(seconds(&field, value)?);
            }
            "maxVisits" => {
                let visits = value.as_u64().filter(|&visits| visits > 0);
                options.visits =
                    Some(visits.ok_or_else(|| QueryError::new(&field, "must be an integer from 1 up"))?);
            }
            "reportAnalysisWinratesAs" => {
                let named = value.as_str().and_then(Perspective::read);
                let named =
                    named.ok_or_else(|| QueryError::new(&field, "must be BLACK, WHITE or SIDETOMOVE"))?;
                options.perspective = Some(named);
            }
            _ => warnings.push(QueryError::new(&field, "has no effect here")),
        }
    }
    Ok(options)
}
