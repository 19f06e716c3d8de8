"""Games against any cardsharp player, which is called for each decision through the Python package.

The Rust rules play the same games beside the tensor tables. They supply the views for the player, and both results must
agree at the end. The player answers all games of a batch at once, on all cores but not on the GPU. Therefore batches
are small and no CUDA graph is captured.
"""

import torch

import play
from room import PAST


def mirrored_table(game, games, device, rules, seed):
    """Returns a table whose games the Rust rules play too. Each deal has a seed of its own."""

    class Mirrored(game.table.Table):
        def deal(self, cards=None):
            assert cards is None, "deals come from the Rust rules"
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
    """A batch of games against a cardsharp player (`cardsharp.Player`), which takes the seats of `PAST`."""

    is_captured = False

    def __init__(self, game, games, player, seed, device, keep):
        super().__init__(game, games, {PAST: 1.0}, device, keep)
        self.table = mirrored_table(game, games, device, player.game, seed)
        # Far from the seeds of deals, so that the player's random numbers are independent of the cards.
        self.player, self.luck = player, seed + (1 << 38)

    def opponent_actions(self, kind, seat, x, legal, past, heat):
        """Returns the player's actions where it is to act; the other entries are unused."""
        acting = self.who.gather(1, seat.unsqueeze(1)).squeeze(1)
        theirs = (acting == self.seating.numbers[kind]).nonzero().flatten().tolist()
        views = [self.table.states[game].observe() for game in theirs]
        action = torch.zeros(self.games, dtype=torch.long)
        action[theirs] = torch.tensor(self.player.act_batch(views, seed=self.luck), dtype=torch.long)
        self.luck += len(theirs)
        return action.to(self.device)
