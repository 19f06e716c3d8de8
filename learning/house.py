"""Games against any player of the house, who is asked decision by decision through the Python package.

Beside each table of tensors the same game is played by the house's own rules; from there comes what the player is
shown, and at the end both have to agree on what the game was worth. The player answers all games of a batch at once,
on all cores, but it is no work for a GPU: batches are small, and no graph is captured of them.
"""

import torch

import play
from room import PAST


def mirrored(game, games, device, rules, seed):
    """Tables whose games the house's rules play as well; their deals follow from seeds, each used once."""

    class Mirrored(game.table.Table):
        def deal(self, cards=None):
            assert cards is None, "deals come from the house"
            seeds = range(self.next_seed, self.next_seed + self.games)
            self.next_seed += self.games
            self.states = [rules.start(seed) for seed in seeds]
            super().deal(torch.tensor([game.dealt(rules.deal(seed)) for seed in seeds], device=self.device))

        @torch.compiler.disable
        def act(self, action):
            for state, number in zip(self.states, action.tolist()):
                state.apply_action(number)
            super().act(action)

        def returns(self):
            found = super().returns()
            worth = game.worth(self) if game.worth else found
            assert worth.tolist() == [state.returns() for state in self.states], "both rules agree on every game"
            return found

    table = Mirrored(games, device)
    table.next_seed, table.states = seed, []
    return table


class HouseBatch(play.Batch):
    """A batch of games, every one against a player of the house (`cardsharp.Player`) in the place of the past."""

    is_captured = False

    def __init__(self, game, games, player, seed, device, keep):
        super().__init__(game, games, {PAST: 1.0}, device, keep)
        self.table = mirrored(game, games, device, player.game, seed)
        # Far from the seeds of deals, or the player's luck would be that of the cards.
        self.player, self.luck = player, seed + (1 << 38)

    def strange(self, kind, seat, x, legal, past, heat):
        """What the player does where it is its turn; elsewhere nobody asks."""
        acting = self.who.gather(1, seat.unsqueeze(1)).squeeze(1)
        theirs = (acting == self.seating.numbers[kind]).nonzero().flatten().tolist()
        views = [self.table.states[game].observe() for game in theirs]
        action = torch.zeros(self.games, dtype=torch.long)
        action[theirs] = torch.tensor(self.player.act_batch(views, seed=self.luck), dtype=torch.long)
        self.luck += len(theirs)
        return action.to(self.device)
