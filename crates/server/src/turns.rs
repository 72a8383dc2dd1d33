//! Fair queueing: addresses take turns, within an address its clients do, and the jobs of a client run in order.
//! However many guests one address creates, it has one turn.

use std::collections::VecDeque;

/// A waiting job, and its client.
pub(crate) struct QueuedJob<J> {
    pub address: String,
    pub client: String,
    pub number: u64,
    pub job: J,
}

/// Everybody with waiting jobs, in the order of their turns.
pub(crate) struct Turns<J> {
    addresses: VecDeque<Address<J>>,
}

struct Address<J> {
    name: String,
    clients: VecDeque<Client<J>>,
}

struct Client<J> {
    name: String,
    jobs: VecDeque<QueuedJob<J>>,
}

impl<J> Default for Turns<J> {
    fn default() -> Turns<J> {
        Turns { addresses: VecDeque::new() }
    }
}

impl<J> Address<J> {
    fn waiting(&self) -> usize {
        self.clients.iter().map(|client| client.jobs.len()).sum()
    }
}

impl<J> Turns<J> {
    pub(crate) fn waiting(&self) -> usize {
        self.addresses.iter().map(Address::waiting).sum()
    }

    /// How many of them come from one address.
    pub(crate) fn waiting_of(&self, name: &str) -> usize {
        self.addresses.iter().find(|address| address.name == name).map_or(0, Address::waiting)
    }

    /// Queues a job behind the others of its client.
    pub(crate) fn push(&mut self, entry: QueuedJob<J>) {
        match self.client(&entry) {
            Some(client) => client.jobs.push_back(entry),
            None => self.add(entry, false),
        }
    }

    /// Returns an unfinished job to the front.
    pub(crate) fn put_back(&mut self, entry: QueuedJob<J>) {
        match self.client(&entry) {
            Some(client) => client.jobs.push_front(entry),
            None => self.add(entry, true),
        }
    }

    fn address(&mut self, name: &str) -> Option<&mut Address<J>> {
        self.addresses.iter_mut().find(|address| address.name == name)
    }

    fn client(&mut self, entry: &QueuedJob<J>) -> Option<&mut Client<J>> {
        self.address(&entry.address)?.clients.iter_mut().find(|client| client.name == entry.client)
    }

    /// Gives a place to a client that had no jobs.
    fn add(&mut self, entry: QueuedJob<J>, first: bool) {
        fn put<T>(line: &mut VecDeque<T>, one: T, first: bool) {
            if first { line.push_front(one) } else { line.push_back(one) }
        }
        let (address, name) = (entry.address.clone(), entry.client.clone());
        let client = Client { name, jobs: VecDeque::from([entry]) };
        match self.address(&address) {
            Some(address) => put(&mut address.clients, client, first),
            None => {
                let address = Address { name: address, clients: VecDeque::from([client]) };
                put(&mut self.addresses, address, first);
            }
        }
    }

    /// The next job that `fits`; its client then goes to the end of its address's line, and the address to the end of
    /// all.
    pub(crate) fn next(&mut self, fits: impl Fn(&J) -> bool) -> Option<QueuedJob<J>> {
        let in_client = |client: &Client<J>| client.jobs.iter().position(|entry| fits(&entry.job));
        let in_address = |address: &Address<J>| {
            address.clients.iter().enumerate().find_map(|(at, client)| Some((at, in_client(client)?)))
        };
        let (turn, (place, at)) =
            self.addresses.iter().enumerate().find_map(|(at, address)| Some((at, in_address(address)?)))?;
        let mut address = self.addresses.remove(turn)?;
        let mut client = address.clients.remove(place)?;
        let entry = client.jobs.remove(at)?;
        if !client.jobs.is_empty() {
            address.clients.push_back(client);
        }
        if !address.clients.is_empty() {
            self.addresses.push_back(address);
        }
        Some(entry)
    }

    /// The number of jobs before one of `client`: in each round every address has a turn, and within it every client.
    pub(crate) fn ahead(&self, client: &str, number: u64) -> Option<usize> {
        let has = |other: &Client<J>| other.name == client && other.jobs.iter().any(|e| e.number == number);
        let address = self.addresses.iter().position(|address| address.clients.iter().any(has))?;
        let clients = &self.addresses[address].clients;
        let own = clients.iter().position(has)?;
        let round = clients[own].jobs.iter().position(|entry| entry.number == number)?;
        let here = rounds(clients.iter().map(|client| client.jobs.len()), own, round);
        Some(rounds(self.addresses.iter().map(Address::waiting), address, here))
    }
}

/// The number of jobs in a line before the one with number `round` of the client at `own`.
fn rounds(waiting: impl Iterator<Item = usize>, own: usize, round: usize) -> usize {
    let before = |(at, count): (usize, usize)| match at == own {
        true => round,
        false => count.min(round + usize::from(at < own)),
    };
    waiting.enumerate().map(before).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(entries: &[(&str, &str)]) -> Turns<()> {
        let mut turns = Turns::default();
        for (number, (address, client)) in entries.iter().enumerate() {
            let (address, client) = ((*address).to_owned(), (*client).to_owned());
            turns.push(QueuedJob { address, client, number: number as u64, job: () });
        }
        turns
    }

    fn served(mut turns: Turns<()>) -> Vec<(String, u64)> {
        std::iter::from_fn(|| turns.next(|()| true)).map(|entry| (entry.client, entry.number)).collect()
    }

    #[test]
    fn many_guests_of_one_address_have_one_turn() {
        let mut entries: Vec<(&str, &str)> = vec![("1.1.1.1", "a"), ("1.1.1.1", "b"), ("1.1.1.1", "c")];
        entries.extend([("1.1.1.1", "a"), ("2.2.2.2", "x"), ("2.2.2.2", "x"), ("2.2.2.2", "x")]);
        let names: Vec<String> = served(line(&entries)).into_iter().map(|(client, _)| client).collect();
        assert_eq!(names, ["a", "x", "b", "x", "c", "x", "a"]);
    }

    #[test]
    fn a_place_is_the_number_of_jobs_that_are_served_before() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let clients = [("1", "a"), ("1", "b"), ("1", "c"), ("2", "d"), ("2", "e"), ("3", "f")];
            let entries: Vec<_> = (0..random.usize(1..40)).map(|_| clients[random.usize(..6)]).collect();
            let turns = line(&entries);
            assert_eq!(turns.waiting(), entries.len());
            let told: Vec<usize> = entries
                .iter()
                .enumerate()
                .map(|(number, (_, client))| turns.ahead(client, number as u64).unwrap())
                .collect();
            let order = served(turns);
            for (number, told) in told.into_iter().enumerate() {
                assert_eq!(order[told].1, number as u64);
            }
        }
    }

    #[test]
    fn what_is_put_back_comes_first() {
        let mut turns = line(&[("1", "a"), ("2", "b"), ("1", "c")]);
        let first = turns.next(|()| true).unwrap();
        turns.put_back(first);
        // Its address has had its turn; within it, it is the first.
        assert_eq!(served(turns), [("b".to_owned(), 1), ("a".to_owned(), 0), ("c".to_owned(), 2)]);
        let mut turns = line(&[("1", "a"), ("2", "b")]);
        let first = turns.next(|()| true).unwrap();
        turns.put_back(first);
        assert_eq!(served(turns), [("a".to_owned(), 0), ("b".to_owned(), 1)]);
    }
}
