//! What is thought about while the screen stays alive.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use cardsharp_coach::decisions::{Slip, decisions};
use cardsharp_presentation::Tabled;
use cardsharp_presentation::analysis::{Analyst, Thought, as_typed};
use cardsharp_presentation::said::Person;
use cardsharp_rules::{Observation, ObservationOf, Record, Seat};
use cardsharp_search::{Spec, threads};

/// The luck of whoever is asked: the same question gets the same answer.
const SEED: u64 = 1;

/// Something that another thread works out.
pub(crate) enum Task<T> {
    Pending(Receiver<T>),
    Ready(T),
    /// The thread has died.
    Failed,
}

impl<T: Send + 'static> Task<T> {
    /// Begins it.
    pub(crate) fn begin(work: impl FnOnce() -> T + Send + 'static) -> Task<T> {
        let (sender, receiver) = channel();
        // Where no thread can be started nobody answers, which is how a task fails.
        let _nevermind = threads::start("task", move || {
            // Who asked may have left the table meanwhile.
            let _nevermind = sender.send(work());
        });
        Task::Pending(receiver)
    }

    /// Looks whether it is done.
    pub(crate) fn poll(&mut self) {
        if let Task::Pending(receiver) = self {
            match receiver.try_recv() {
                Ok(done) => *self = Task::Ready(done),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => *self = Task::Failed,
            }
        }
    }

    /// Waits until it is done.
    #[cfg(test)]
    pub(crate) fn wait(&mut self) {
        if let Task::Pending(receiver) = self {
            *self = receiver.recv().map_or(Task::Failed, Task::Ready);
        }
    }
}

/// A position thought through for somebody who asked.
pub(crate) struct Advice<G: Tabled> {
    /// Whose view it was, after how many steps.
    pub(crate) about: (Seat, usize),
    pub(crate) task: Task<Option<Thought<G>>>,
}

impl<G: Tabled> Advice<G> {
    /// Asks a player about a view.
    pub(crate) fn ask(game: &G, view: ObservationOf<G>, step: usize, spec: &Spec) -> Advice<G> {
        let (about, game, spec) = ((view.seat(), step), game.clone(), spec.clone());
        let task = Task::begin(move || Some(Analyst::new(&game, &spec, SEED).ok()?.think(&view, None)));
        Advice { about, task }
    }
}

/// What a look back over a game has found so far.
pub(crate) struct Review {
    news: Receiver<News>,
    pub(crate) looked_at: usize,
    pub(crate) decisions: usize,
    /// The worst first.
    pub(crate) slips: Vec<Slip>,
    pub(crate) is_over: bool,
}

enum News {
    Looked,
    Slip(Slip),
}

impl Review {
    /// Begins to look at every decision of these seats where there was a choice.
    pub(crate) fn begin<G: Tabled>(record: &Record<G>, seats: &[Seat], spec: &Spec) -> Review {
        let decisions = decisions(record, seats);
        let (game, spec, count) = (record.game().clone(), spec.clone(), decisions.len());
        let names = record.names().to_vec();
        let (sender, news) = channel();
        // Where no thread can be started it is over at once.
        let _nevermind = threads::start("review", move || {
            let Ok(analyst) = Analyst::new(&game, &spec, SEED) else { return };
            for decision in decisions {
                let by = Person::Named(&names[decision.seat.index()]);
                let slip = decision.slip(&decision.reconsider(&analyst), by, &as_typed).map(News::Slip);
                if slip.into_iter().chain([News::Looked]).any(|news| sender.send(news).is_err()) {
                    return;
                }
            }
        });
        Review { news, looked_at: 0, decisions: count, slips: Vec::new(), is_over: false }
    }

    /// Hears what there is to hear.
    pub(crate) fn poll(&mut self) {
        loop {
            match self.news.try_recv() {
                Ok(news) => self.hear(news),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.is_over = true;
                    return;
                }
            }
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Looked => self.looked_at += 1,
            News::Slip(slip) => {
                self.slips.push(slip);
                self.slips.sort_by(|a, b| b.lost.total_cmp(&a.lost));
            }
        }
    }

    /// Waits for the end of it.
    #[cfg(test)]
    pub(crate) fn wait(&mut self) {
        while let Ok(news) = self.news.recv() {
            self.hear(news);
        }
        self.is_over = true;
    }
}
