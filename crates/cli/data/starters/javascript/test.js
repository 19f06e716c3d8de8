// What the plan must do: run it with `node test.js`. Add a case before you add an idea.
const assert = require("node:assert");
const { choose } = require("./plan.js");

// What the referee may say on your turn.
const turn = JSON.parse(String.raw`@TURN@`);

assert(turn.legal.includes(choose(turn.details, turn.legal)), "the choice is legal");
const only = turn.legal.slice(-1);
assert.equal(choose(turn.details, only), only[0], "the only choice is made");
console.log("All tests passed");
