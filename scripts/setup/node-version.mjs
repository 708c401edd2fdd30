// Promises that everything after this import runs on a Node that can set Nightjar up. Import it first in every script.
// Refuses older ones with a sentence instead of a stack trace from somewhere deep inside.

const needed = [20, 20];
const found = process.versions.node.split(".").map(Number);

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(
    `Nightjar could not start on Node ${process.versions.node} (${process.execPath}): it needs Node ${needed.join(".")} or newer.\n` +
      "What to do: install a current Node, for example from https://nodejs.org, and run the same command again.\n",
  );
  process.exit(1);
}
