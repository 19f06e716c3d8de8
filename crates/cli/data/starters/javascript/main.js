// Reads what the referee says and answers. Nothing here needs to be changed: the plan is in plan.js.
//
// It is the line protocol, a line of JSON each way; `cardsharp protocol` prints all of it.
const { createInterface } = require("node:readline");
const { NAME, choose } = require("./plan.js");

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  let answer;
  if (message.type === "hello") {
    answer = { type: "hello", version: 1, name: NAME };
  } else if (message.type === "turn") {
    answer = { action: choose(message.details, message.legal) };
  } else {
    return; // "game", "fault" and "over" only tell us something
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
