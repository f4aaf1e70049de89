/** Questions to a board with a long history. */
import { past } from "../boards.js"
import { large, thousands } from "../compare.js"
import { runLoad } from "../programs.js"

const questions = [
  ["the history of a task", "/tasks/T-51/history"],
  ["GET /stats", "/stats"],
  ["a search that finds a hundred", "/tasks?q=walrus&compact=1"],
]

const ask = (which, path) => async (ms) => {
  const port = (await past())[which]
  return (await runLoad({ kind: "get", port, connections: 4, ms, path })).perSecond
}

export const rows = questions.map(([what, path]) => ({
  what: `${what} at ${thousands} tasks and ${large / 100}k events : at 1k and 10k`,
  unit: "/s",
  gate: "≥ 0.5",
  ours: ask("many", path),
  theirs: ask("few", path),
}))
