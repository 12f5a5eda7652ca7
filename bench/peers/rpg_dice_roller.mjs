// rpg-dice-roller as its users call it. It parses the text at every roll.
import { createInterface } from "node:readline";
import { DiceRoll } from "@dice-roller/rpg-dice-roller";

const BLOCK = 50;
const rolled = (notation) => new DiceRoll(notation).total;
const told = (notation) => new DiceRoll(notation).output;

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function measure(throwDice, notation, seconds) {
  throwDice(notation);
  const start = cpuSeconds();
  let rolls = 0;
  let spent = 0;
  while ((spent = cpuSeconds() - start) < seconds) {
    for (let i = 0; i < BLOCK; i++) throwDice(notation);
    rolls += BLOCK;
  }
  return { rolls, cpu: spent };
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = measure(asked.told ? told : rolled, asked.notation, asked.seconds);
  process.stdout.write(JSON.stringify(answer) + "\n");
}
