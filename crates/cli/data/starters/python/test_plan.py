"""What the plan must do: run it with `python3 test_plan.py`. Add a case before you add an idea."""
import json
import unittest

from plan import choose

# What the referee may say on your turn.
TURN = json.loads(r"""@TURN@""")


class Plan(unittest.TestCase):
    def test_the_choice_is_legal(self):
        self.assertIn(choose(TURN["details"], TURN["legal"]), TURN["legal"])

    def test_the_only_choice_is_made(self):
        only = TURN["legal"][-1:]
        self.assertEqual(choose(TURN["details"], only), only[0])


if __name__ == "__main__":
    unittest.main()
