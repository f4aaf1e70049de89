import type { SetupStep } from "../onboarding/draft.ts"
import type { WrittenPiece } from "../onboarding/record.ts"
import { ok, warn, type Check, type Finding } from "./check.ts"

/** Whether the text that `upnext init --agents` wrote in this repository is still what the command would write now. */
export const agents: Check = {
  name: "agents",
  async look({ cwd }) {
    const { findRoot, prepareOnboarding, readPlace, readRecord, recordPath } =
      await import("../onboarding/parts.ts")
    const root = await findRoot(cwd)
    const place = await readPlace(root, recordPath)
    const { seen } = place
    if (seen.state === "missing") return undefined
    const record = await readRecord(root, place)
    if (!record)
      return warn(
        `${recordPath} cannot be read: ${seen.state === "refused" ? seen.why : "it is not a record that this version of upnext can read"}.`,
        `Restore the record, or start a new one: upnext init --agents --force ${recordPath}`,
      )
    if (record.clients.length === 0) return leftOver(root, record.pieces)
    const { steps } = await prepareOnboarding({ ...nothingMore, cwd, names: record.clients })
    const findings = steps.filter(({ what }) => what !== "keep")
    if (findings.length === 0)
      return ok(`everything that upnext wrote for ${record.clients.join(", ")} in ${root} is as it should be`)
    return warn(`in ${root}, ${findings.map(sayStep).join("; ")}.`, hintFor(findings), { findings })
  },
}

// --- internal ---

/** No agent is set up any more, but a removal has left the text that had been edited. */
function leftOver(root: string, pieces: readonly WrittenPiece[]): Finding | undefined {
  if (pieces.length === 0) return undefined
  const paths = [...new Set(pieces.map(({ path }) => path))]
  return warn(
    `in ${root}, everything that upnext wrote was removed, except the edited text in ${paths.join(", ")}.`,
    `To remove the edited text too: upnext init --agents --remove${paths.map((path) => ` --force ${path}`).join("")}. To set agents up again: upnext init --agents.`,
  )
}

/** Only agents that were set up before; no new ones. */
const nothingMore = {
  path: "",
  home: "",
  hooks: false,
  removes: false,
  force: [],
  project: undefined,
  url: undefined,
} as const

function sayStep({ path, at, what, why }: SetupStep): string {
  return `${path}${at === undefined ? "" : ` ${at}`}: ${what === "left" ? why : states[what]}`
}

const states: Readonly<Record<Exclude<SetupStep["what"], "left">, string>> = {
  create: "it is missing",
  add: "the text that upnext writes there is missing",
  update: "it is from another version",
  remove: "it is from another version",
  delete: "it is from another version",
  revert: "it is from another version",
  keep: "it is as it should be",
}

function hintFor(findings: readonly SetupStep[]): string {
  const forced = findings.filter(({ canForce }) => canForce)
  const force = forceOf(forced.filter(({ movesTo }) => movesTo === undefined))
  const anew = forceOf(forced.filter(({ movesTo }) => movesTo !== undefined))
  return [
    findings.some(({ what }) => what !== "left") ? "To bring it up to date: upnext init --agents." : "",
    force && `To replace what was edited: upnext init --agents${force}.`,
    anew && `To start a new file and keep the old one next to it: upnext init --agents${anew}.`,
    "To remove everything: upnext init --agents --remove.",
  ]
    .filter((each) => each !== "")
    .join(" ")
}

function forceOf(steps: readonly SetupStep[]): string {
  return [...new Set(steps.map(({ path }) => ` --force ${path}`))].join("")
}
