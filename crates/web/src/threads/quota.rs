//! A quota: a limit in all, and a limit per client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::http::Client;

#[derive(Debug)]
pub(crate) struct Quota {
    most: usize,
    most_per_client: usize,
    taken: Mutex<HashMap<Client, usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// The client has this number, which is its limit.
    ForClient(usize),
    /// All clients together have this number, which is the limit.
    ForAll(usize),
}

impl Quota {
    /// Creates a quota of which some clients have a share already.
    pub(crate) fn new(most: usize, most_per_client: usize, taken: HashMap<Client, usize>) -> Quota {
        Quota { most, most_per_client, taken: Mutex::new(taken) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one for a client, until it is given back.
    pub(crate) fn take(&self, client: Client) -> Result<(), Exhausted> {
        let mut taken = self.lock();
        let (all, own) = (taken.values().sum(), taken.get(&client).copied().unwrap_or(0));
        if own >= self.most_per_client {
            return Err(Exhausted::ForClient(own));
        }
        if all >= self.most {
            return Err(Exhausted::ForAll(all));
        }
        *taken.entry(client).or_default() += 1;
        Ok(())
    }

    pub(crate) fn give_back(&self, client: Client) {
        let mut taken = self.lock();
        if let Some(own) = taken.get_mut(&client) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&client);
            }
        }
    }

    /// Takes one for a client, until the result is dropped.
    pub(crate) fn hold(self: &Arc<Quota>, client: Client) -> Result<Held, Exhausted> {
        self.take(client)?;
        Ok(Held { quota: Arc::clone(self), client })
    }
}

/// One unit of a quota; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Held {
    quota: Arc<Quota>,
    client: Client,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.quota.give_back(self.client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_client_exceeds_its_share_and_units_can_be_given_back() {
        let client = |number| Client::at([192, 0, 2, number].into());
        let quota = Arc::new(Quota::new(4, 2, HashMap::from([(client(1), 1)])));
        let mut held = vec![quota.hold(client(1)).unwrap()];
        assert_eq!(quota.take(client(1)), Err(Exhausted::ForClient(2)));
        held.push(quota.hold(client(2)).unwrap());
        held.push(quota.hold(client(3)).unwrap());
        assert_eq!(quota.take(client(4)), Err(Exhausted::ForAll(4)));
        held.remove(0);
        assert_eq!(quota.take(client(4)), Ok(()));
        quota.give_back(client(4));
        held.clear();
        quota.give_back(client(1));
        assert!(quota.lock().is_empty(), "nobody is remembered who has nothing");
    }
}
