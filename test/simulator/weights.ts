import type { Random } from "../support/random.ts"

/** How often each thing is wished for. */
const weights = {
  create: 9,
  createMany: 1,
  claimNext: 14,
  claim: 7,
  heartbeat: 5,
  complete: 11,
  finish: 3,
  release: 4,
  comment: 3,
  commentOnLine: 3,
  ask: 2,
  answer: 3,
  park: 2,
  check: 2,
  verify: 10,
  reflect: 2,
  review: 6,
  edit: 9,
  editMany: 3,
  remove: 2,
  restore: 2,
  undo: 3,
  redo: 1,
  retry: 2,
  pause: 1,
  resume: 3,
  takeOff: 1,
  inbox: 1,
  next: 4,
  read: 3,
  list: 3,
  past: 1,
  describe: 2,
  setResource: 2,
  closeResource: 1,
  openResource: 2,
  report: 7,
  land: 5,
  pull: 1,
  attach: 2,
  detach: 1,
  files: 1,
  import: 3,
} as const
export type Kind = keyof typeof weights

/**
 * What a run is about. Rules meet each other only where what they are about happens several times in a row; if all runs
 * had a little of everything, each of them would have too little of it.
 */
const themes = {
  undo: ["undo", "redo", "undo", "edit", "editMany", "attach", "detach"],
  trash: ["claim", "remove", "restore", "undo", "attach", "files"],
  resources: ["claim", "next", "describe", "setResource", "closeResource", "openResource"],
  attempts: ["claim", "release", "retry", "pause", "resume", "takeOff"],
  reviews: ["commentOnLine", "review", "review", "complete", "complete"],
  checks: ["claim", "verify", "complete", "check"],
  pulls: ["create", "claim", "claim", "complete", "report", "report", "pull", "pull", "pull", "retry"],
  landing: ["create", "claim", "claim", "complete", "report", "report", "land", "next"],
  importing: ["import", "import", "import", "claim", "next", "edit", "undo"],
  questions: ["claim", "ask", "ask", "answer", "answer", "park", "park", "heartbeat", "comment", "edit"],
  reading: ["claim", "heartbeat", "complete", "list", "past", "read"],
} as const satisfies Record<string, readonly Kind[]>
type Theme = keyof typeof themes
const names = Object.keys(themes) as Theme[]
const factor = 3

/** What the clients of a run are like. */
export interface Manner {
  /** Each kind of request as often as it is wished for. */
  readonly kinds: readonly Kind[]
  /** Nearly all that they do is done to so many of the newest tasks. */
  readonly focus: number
  /** How many of the new tasks are to be reviewed, are proven by checks, and need something. */
  readonly reviewed: number
  readonly checked: number
  readonly needing: number
  /** How probable it is that the next thing to happen is a fault, and that it is one of the disk or of a line. */
  readonly faults: number
  readonly faultsOfHome: number
  /** How probable it is that the next request is about accounts; 0 where the home makes none. */
  readonly accounts: number
}

export function drawManner(random: Random): Manner {
  const chosen = [random.pick(names), random.pick(names)]
  const often = (theme: Theme) => (chosen.includes(theme) ? 0.8 : random.pick([0.05, 0.3]))
  const focus = random.pick([3, 5, 12])
  const timesOf = (kind: Kind) => {
    const times = chosen.flatMap((theme): Kind[] => [...themes[theme]]).filter((each) => each === kind).length
    // Where there is much to be done to few tasks, new ones are rare.
    const usual = kind === "create" && focus === 3 ? 5 : weights[kind]
    return usual * (times === 0 ? 1 : factor * times)
  }
  const kinds = (Object.keys(weights) as Kind[]).flatMap((kind) => Array<Kind>(timesOf(kind)).fill(kind))
  return {
    ...{ kinds, focus },
    ...{ reviewed: often("reviews"), checked: often("checks"), needing: often("resources") },
    faults: random.pick([0.02, 0.05, 0.05, 0.15]),
    faultsOfHome: random.pick([0.1, 0.3, 0.6]),
    accounts: random.pick([0, 0, 0, 0.06, 0.15]),
  }
}
