//! Analyses in threads of their own, so that the screen stays responsive.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use cardsharp_coach::decisions::{Slip, decisions};
use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::{Analyst, Thought, as_typed};
use cardsharp_presentation::message::Person;
use cardsharp_rules::{Observation, ObservationOf, Record, Seat};
use cardsharp_search::{Spec, threads};

/// The seed of every analysis: the same question gets the same answer.
const SEED: u64 = 1;

pub(crate) enum Task<T> {
    Pending(Receiver<T>),
    Ready(T),
    /// The thread did not start, or it panicked.
    Failed,
}

impl<T: Send + 'static> Task<T> {
    pub(crate) fn begin(work: impl FnOnce() -> T + Send + 'static) -> Task<T> {
        let (sender, receiver) = channel();
        // If no thread starts, the sender is dropped, and the task fails.
        let _nevermind = threads::start("task", move || {
            // The receiver may be gone.
            let _nevermind = sender.send(work());
        });
        Task::Pending(receiver)
    }

    /// Takes the result, if the thread has finished.
    pub(crate) fn poll(&mut self) {
        if let Task::Pending(receiver) = self {
            match receiver.try_recv() {
                Ok(done) => *self = Task::Ready(done),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => *self = Task::Failed,
            }
        }
    }

    #[cfg(test)]
    pub(crate) fn wait(&mut self) {
        if let Task::Pending(receiver) = self {
            *self = receiver.recv().map_or(Task::Failed, Task::Ready);
        }
    }
}

pub(crate) struct Advice<G: Present> {
    /// The seat, and the number of events before the position.
    pub(crate) about: (Seat, usize),
    pub(crate) task: Task<Option<Thought<G>>>,
}

impl<G: Present> Advice<G> {
    pub(crate) fn ask(game: &G, view: ObservationOf<G>, step: usize, spec: &Spec) -> Advice<G> {
        let (about, game, spec) = ((view.seat(), step), game.clone(), spec.clone());
        let task = Task::begin(move || Some(Analyst::new(&game, &spec, SEED).ok()?.think(&view, None)));
        Advice { about, task }
    }
}

/// The mistakes found in a game so far.
pub(crate) struct Review {
    news: Receiver<News>,
    pub(crate) looked_at: usize,
    pub(crate) decisions: usize,
    /// The costliest first.
    pub(crate) slips: Vec<Slip>,
    pub(crate) is_over: bool,
}

enum News {
    Looked,
    Slip(Slip),
}

impl Review {
    /// Starts to analyse every decision of these seats that had more than one legal action.
    pub(crate) fn begin<G: Present>(record: &Record<G>, seats: &[Seat], spec: &Spec) -> Review {
        let decisions = decisions(record, seats);
        let (game, spec, count) = (record.game().clone(), spec.clone(), decisions.len());
        let names = record.names().to_vec();
        let (sender, news) = channel();
        // If no thread starts, the review is over at once.
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

    /// Takes all results that are there.
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

    #[cfg(test)]
    pub(crate) fn wait(&mut self) {
        while let Ok(news) = self.news.recv() {
            self.hear(news);
        }
        self.is_over = true;
    }
}
