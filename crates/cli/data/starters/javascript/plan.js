// Your plan for @TITLE@: which of the legal actions to choose. `cardsharp rules @GAME@` has the rules.

// TODO 1: a name of your own: letters, digits, spaces, ' _ and -, at most 32.
const NAME = "@NAME@";

// One of the legal actions. What your seat sees is in `details`. Whatever console.log prints goes to the referee; notes
// for yourself go to console.error.
function choose(details, legal) {
@IDEA@
}

module.exports = { NAME, choose };
