/**
 * The agent of the film: it does a task in the tree that it stands in, as a coding agent would, and reads what was said of
 * the attempt before. It gets the task as JSON on its standard input.
 */
import { execFileSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { setTimeout as wait } from "node:timers/promises"

/** For each task: its file, the first try, and the one after something was said. */
const work = {
  "Sum up the cart": [
    "total.js",
    `export const total = (items) => items.reduce((sum, { price }) => sum + price, 0)\n`,
  ],
  "Show prices in euros": [
    "euros.js",
    "export const euros = (cents) => `${cents / 100} €`\n",
    "export const euros = (cents) => `${(cents / 100).toFixed(2)} €`\n",
  ],
  "Take a voucher": [
    "voucher.js",
    "/** What is left to pay. */\nexport function redeem(total, voucher) {\n  return total - voucher\n}\n",
    "/** What is left to pay. */\nexport function redeem(total, voucher) {\n  return Math.max(0, total - voucher)\n}\n",
  ],
}

const tests = {
  "total.js": `import { total } from "./total.js"\ntest("a cart is summed up", () => equal(total([{ price: 250 }, { price: 199 }]), 449))\n`,
  "euros.js": `import { euros } from "./euros.js"\ntest("cents are shown", () => equal(euros(250), "2.50 €"))\n`,
  "voucher.js": `import { redeem } from "./voucher.js"\ntest("a voucher is taken off", () => equal(redeem(1000, 400), 600))\n`,
}

const task = JSON.parse(await text(process.stdin))
const [file, first, second = first] = work[task.title]
const isAgain = existsSync(file)
console.log(isAgain ? "Reading what was said of the last try" : `Writing ${file}`)
await wait(1500)
writeFileSync(file, isAgain ? second : first)
const head = 'import { test } from "node:test"\nimport { equal } from "node:assert/strict"\n'
writeFileSync(file.replace(".js", ".test.js"), head + tests[file])
execFileSync("git", ["add", "."])
execFileSync("git", ["commit", "--quiet", "--message", isAgain ? `Mend ${file}` : `Add ${file}`])
await wait(700)
console.log(isAgain ? `Mended ${file}` : `${file} and its test are written`)
console.log("reflection: small steps made it easy to check")
