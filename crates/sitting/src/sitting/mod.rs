//! A sitting: a game in progress that people and players of ours share.
//!
//! It knows the record, who sits where and whose turn it is; it shows nothing and asks nobody. The
//! full-screen table and the plain dialogues are two faces of the same thing. After every action it
//! is saved, so that nothing that happens to a terminal costs more than a half-typed answer.

mod text;

use std::sync::Arc;

use cardsharp_rules::{
    ActionOf, Fault, Game, IllegalAction, ObservationOf, Record, Rng, Seat, Seed, State, Turn, Verdict,
};
use cardsharp_search::{HUMAN, Player, Spec, SpecError, Thoughtful, seat_player};

pub use text::Saved;

/// A game in progress.
pub struct Sitting<G: Game> {
    record: Record<G>,
    /// Where the players' random numbers come from.
    luck: Seed,
    sitters: Vec<Sitter<G>>,
    keeper: Option<Keeper>,
    trouble: Option<String>,
}

/// Where a sitting is kept, in words, and how it is put there.
struct Keeper {
    place: String,
    keep: Box<Keep>,
}

type Keep = dyn FnMut(&str) -> Result<(), String> + Send + Sync;

/// Someone at the table.
#[derive(Clone)]
pub struct Sitter<G: Game> {
    spec: Spec,
    /// None if it is a person.
    player: Option<Arc<dyn Player<G>>>,
    /// What its first turns must be, whoever it is: a property file may say so.
    forced: Vec<ActionOf<G>>,
}

impl<G: Thoughtful> Sitter<G> {
    /// Whom a spec names: `human` or a player of ours.
    ///
    /// # Errors
    /// If there is nobody of that name, or it has no such setting.
    pub fn new(game: &G, spec: Spec) -> Result<Sitter<G>, SpecError> {
        let is_person = spec.name == HUMAN && spec.settings.is_empty();
        let player = if is_person { None } else { Some(Arc::from(seat_player(game, &spec)?)) };
        Ok(Sitter { spec, player, forced: Vec::new() })
    }

    /// The same with its first turns laid down.
    #[must_use]
    pub fn with_forced(self, forced: Vec<ActionOf<G>>) -> Sitter<G> {
        Sitter { forced, ..self }
    }
}

/// Who did what.
pub type Acted<G> = (Seat, ActionOf<G>);

/// Who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A person must be asked.
    Person(Seat),
    /// It goes on by itself: [`Sitting::let_players_play_one`].
    Player(Seat),
    /// The game is over.
    Nobody,
}

/// A decision of a player of ours that has yet to be made; it can be made in another thread.
pub struct Thinking<G: Game> {
    who: Thinker<G>,
    view: ObservationOf<G>,
    rng: Rng,
}

enum Thinker<G: Game> {
    Player(Arc<dyn Player<G>>),
    Forced(ActionOf<G>),
}

impl<G: Game> Thinking<G> {
    /// Makes it.
    pub fn decide(mut self) -> ActionOf<G> {
        match self.who {
            Thinker::Player(player) => player.choose(&self.view, &mut self.rng),
            Thinker::Forced(action) => action,
        }
    }
}

impl<G: Game> Sitting<G> {
    /// Sits down to a game, begun or not; `luck` is where the players' random numbers come from.
    ///
    /// # Panics
    /// If there is not somebody on every seat.
    pub fn new(record: Record<G>, luck: Seed, sitters: Vec<Sitter<G>>) -> Sitting<G> {
        assert_eq!(sitters.len(), G::SEATS, "somebody on every seat");
        Sitting { record, luck, sitters, keeper: None, trouble: None }
    }

    /// From now on the game's text is kept in this way after every action; the first time at once.
    ///
    /// # Errors
    /// What `keep` answers.
    pub fn keep_in(
        &mut self,
        place: impl Into<String>,
        mut keep: impl FnMut(&str) -> Result<(), String> + Send + Sync + 'static,
    ) -> Result<(), String> {
        keep(&self.to_string())?;
        self.keeper = Some(Keeper { place: place.into(), keep: Box::new(keep) });
        Ok(())
    }

    /// Where it is kept.
    pub fn kept_in(&self) -> Option<&str> {
        self.keeper.as_ref().map(|keeper| &*keeper.place)
    }

    /// Why it could not be saved of late, said once.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// The game so far.
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Who sits here, as typed.
    pub fn spec(&self, seat: Seat) -> &Spec {
        &self.sitters[seat.index()].spec
    }

    /// What whoever sits here is called.
    pub fn name(&self, seat: Seat) -> &str {
        &self.record.names()[seat.index()]
    }

    /// Whether a person sits here.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.sitters[seat.index()].player.is_none()
    }

    /// The seats with people.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(G::SEATS).filter(|&seat| self.is_person(seat))
    }

    /// Who is to act.
    pub fn whose_turn(&self) -> Whose {
        match self.record.state().turn() {
            Turn::Over => Whose::Nobody,
            Turn::Of(seat) if self.is_person(seat) && self.forced(seat).is_none() => Whose::Person(seat),
            Turn::Of(seat) => Whose::Player(seat),
        }
    }

    /// What this seat sees.
    pub fn view(&self, seat: Seat) -> ObservationOf<G> {
        self.record.state().observe(seat)
    }

    /// What may be done now, in ascending order; nothing once the game is over.
    pub fn legal_actions(&self) -> Vec<ActionOf<G>> {
        let mut legal = Vec::new();
        self.record.state().legal_actions(&mut legal);
        legal
    }

    /// Carries out an action of the seat whose turn it is, and saves the game.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn play(&mut self, action: ActionOf<G>) -> Result<(), IllegalAction<ActionOf<G>>> {
        self.record.play(action)?;
        let text = self.keeper.is_some().then(|| self.to_string());
        if let (Some(keeper), Some(text)) = (&mut self.keeper, text)
            && let Err(error) = (keeper.keep)(&text)
        {
            // A full disk is no reason to stop playing.
            self.trouble = Some(format!("the game is no longer saved: {error}"));
            self.keeper = None;
        }
        Ok(())
    }

    /// The sitting as it will be after an action, for whoever must keep it before it counts; this one
    /// stays as it is, and the other is kept nowhere.
    ///
    /// # Errors
    /// If the action is not legal.
    pub fn after(&self, action: ActionOf<G>) -> Result<Sitting<G>, IllegalAction<ActionOf<G>>> {
        let mut record = self.record.clone();
        record.play(action)?;
        Ok(self.with(record))
    }

    /// The same people at another moment; kept nowhere.
    fn with(&self, record: Record<G>) -> Sitting<G> {
        Sitting { record, luck: self.luck, sitters: self.sitters.clone(), keeper: None, trouble: None }
    }

    /// The sitting as it will be after an answer that cannot stand: the fault is noted with what was
    /// answered, and chance acts instead. None once the game is over.
    pub fn after_fault(&self, (verdict, answer): (Verdict, String), rng: &mut Rng) -> Option<Sitting<G>> {
        let Turn::Of(seat) = self.record.state().turn() else { return None };
        let mut record = self.record.clone();
        record.fault(Fault { seat, verdict, answer });
        let chosen = record.state().random_action(rng);
        record.play(chosen).expect("a random action is legal");
        Some(self.with(record))
    }

    /// The decision that is due, if it is none of a person's.
    pub fn thinking(&self) -> Option<Thinking<G>> {
        let Whose::Player(seat) = self.whose_turn() else { return None };
        let who = match (self.forced(seat), &self.sitters[seat.index()].player) {
            (Some(action), _) => Thinker::Forced(action),
            (None, Some(player)) => Thinker::Player(Arc::clone(player)),
            (None, None) => return None,
        };
        // Every decision has random numbers of its own, so that a game taken up again goes on as it
        // would have anyway.
        let ply = self.record.actions().count() as u64;
        Some(Thinking { who, view: self.view(seat), rng: Rng::new(self.luck.stream(ply)) })
    }

    /// Lets exactly one decision be made that is none of a person's; says who did what, or nothing
    /// if a person must be asked or the game is over.
    ///
    /// # Errors
    /// If a turn is forced that is not legal.
    pub fn let_players_play_one(&mut self) -> Result<Option<Acted<G>>, IllegalAction<ActionOf<G>>> {
        let (Whose::Player(seat), Some(thinking)) = (self.whose_turn(), self.thinking()) else { return Ok(None) };
        let action = thinking.decide();
        self.play(action)?;
        Ok(Some((seat, action)))
    }

    /// What this seat's turn must be now, if that is laid down.
    fn forced(&self, seat: Seat) -> Option<ActionOf<G>> {
        let forced = &self.sitters[seat.index()].forced;
        if forced.is_empty() {
            return None;
        }
        let is_ours = |event: &&cardsharp_rules::Event<ActionOf<G>>| matches!(event, cardsharp_rules::Event::Action(by, _) if *by == seat);
        forced.get(self.record.events().iter().filter(is_ours).count()).copied()
    }
}

#[cfg(test)]
mod tests;
