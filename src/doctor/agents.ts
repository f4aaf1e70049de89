import type { SetupStep } from "../onboarding/draft.ts"
import { prepareOnboarding } from "../onboarding/onboard.ts"
import { readRecord } from "../onboarding/record-file.ts"
import { recordPath, type WrittenPiece } from "../onboarding/record.ts"
import { findRoot, readPlace } from "../onboarding/repository.ts"
import { ok, warn, type Check, type Finding } from "./check.ts"

/** Whether what `upnext init --agents` wrote in this repository still is as it would write it now. */
export const agents: Check = {
  name: "agents",
  async look({ cwd }) {
    const root = await findRoot(cwd)
    const place = await readPlace(root, recordPath)
    const { seen } = place
    if (seen.state === "missing") return undefined
    const record = await readRecord(root, place)
    if (!record)
      return warn(
        `${recordPath} cannot be read: ${seen.state === "refused" ? seen.why : "it is not a record of this version of upnext"}.`,
        `Restore it, or start a new one: upnext init --agents --force ${recordPath}`,
      )
    if (record.clients.length === 0) return leftOver(root, record.pieces)
    const { steps } = await prepareOnboarding({ ...nothingMore, cwd, names: record.clients })
    const findings = steps.filter(({ what }) => what !== "keep")
    if (findings.length === 0)
      return ok(`what upnext wrote for ${record.clients.join(", ")} in ${root} is as it should be`)
    return warn(`in ${root}, ${findings.map(sayStep).join("; ")}.`, hintFor(findings), { findings })
  },
}

// --- internal ---

/** Nobody is set up any more, and what a removal found edited has stayed. */
function leftOver(root: string, pieces: readonly WrittenPiece[]): Finding | undefined {
  if (pieces.length === 0) return undefined
  const paths = [...new Set(pieces.map(({ path }) => path))]
  return warn(
    `in ${root}, what upnext wrote was taken back, except ${paths.join(", ")}: it was edited.`,
    `To remove that too: upnext init --agents --remove${paths.map((path) => ` --force ${path}`).join("")}. To set agents up again: upnext init --agents.`,
  )
}

/** What was set up before, and nothing new. */
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
  add: "what upnext writes there is missing",
  update: "it is of another version",
  remove: "it is of another version",
  delete: "it is of another version",
  revert: "it is of another version",
  keep: "it is as it should be",
}

function hintFor(findings: readonly SetupStep[]): string {
  const forced = findings.filter(({ canForce }) => canForce)
  const force = forceOf(forced.filter(({ movesTo }) => movesTo === undefined))
  const anew = forceOf(forced.filter(({ movesTo }) => movesTo !== undefined))
  return [
    findings.some(({ what }) => what !== "left") ? "To bring it up to date: upnext init --agents." : "",
    force && `To replace what was edited: upnext init --agents${force}.`,
    anew && `To start a new file, and keep the old one beside it: upnext init --agents${anew}.`,
    "To take everything back: upnext init --agents --remove.",
  ]
    .filter((each) => each !== "")
    .join(" ")
}

function forceOf(steps: readonly SetupStep[]): string {
  return [...new Set(steps.map(({ path }) => ` --force ${path}`))].join("")
}
