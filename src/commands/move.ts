import { resolve } from "node:path"
import type { Config } from "../config/config.ts"
import { someOf } from "../machine/some-of.ts"
import { withoutPassword } from "../storage/database-url.ts"
import { fail } from "../errors.ts"
import type { MovedBoard, MoveStep } from "../move/move.ts"
import { boardFlag, homeFlag } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { line, note, print, printJson, style } from "../terminal/output.ts"
import { quote } from "../terminal/typed.ts"
import { hidePasswords } from "./start/hide-passwords.ts"

export default define({
  name: "move",
  summary: "Move the whole board between a data directory and a database",
  flags: {
    to: {
      kind: "text",
      value: "url or directory",
      description: "a PostgreSQL database, or a data directory that does not exist yet",
    },
    home: homeFlag,
    database: {
      kind: "text",
      description: "the database to move from (UPNEXT_DATABASE), default: the data directory",
    },
    board: boardFlag,
    json: { kind: "boolean", description: "print what was done, as JSON" },
  },
  examples: [
    [
      "move --to postgres://upnext@db/upnext",
      "the board in the data directory; PGPASSWORD holds the password",
    ],
    ["move --database postgres://upnext@db/upnext --to ./board", "back into a new data directory"],
  ],
  about: [
    "Every checksum is verified, and the copied board is compared with the old one. The old board stays unchanged, but servers no longer start on it. If the move is interrupted, repeat it.",
  ],
  async run({ flags }) {
    hidePasswords([flags.to, flags.database])
    const { to } = flags
    if (typeof to !== "string" || to === "")
      fail("invalid_input", {
        detail: "--to is missing: give a database, or a path for a new data directory.",
      })
    const { from, target } = await readSides(flags, to)
    const { sides } = await import("./server-parts.ts")
    const { move } = await sides()
    const { place, source, moved } = await move({ from, target, tell: createProgress() })
    const start = startArguments(target)
    if (flags.json === true) printJson({ from: source, to: place, ...(moved ?? { finished: true }) })
    else if (moved) {
      print(
        `${style.green("✓")} Moved ${moved.tasks} tasks and ${moved.seq} events from ${source} to ${place}.`,
      )
      if (moved.damagedFiles.length > 0) note(behindOf(moved.damagedFiles))
      print(style.dim(`Start the server there: upnext start ${start}`))
    } else print(`${style.green("✓")} Finished the interrupted move from ${source} to ${place}.`)
    return 0
  },
})

// --- internal ---

/** Which files the new board lacks, as its tasks name them. */
function behindOf(files: MovedBoard["damagedFiles"]): string {
  const named = files.map(({ task, name, state }) => `${line(name)} of ${task} (${state})`)
  const count = files.length === 1 ? "1 file was" : `${files.length} files were`
  return `${style.yellow("note")}  ${count} missing or changed, and left behind: ${someOf(named, mostNamed)}.`
}

const mostNamed = 5

async function readSides(flags: Readonly<Record<string, unknown>>, to: string) {
  const { env } = process
  const isUrl = /^postgres(ql)?:/i.test(to)
  // A home has no boards by name, so the name belongs to the other side.
  const { UPNEXT_BOARD: board, ...rest } = env
  const hasDatabase = typeof flags.database === "string" || Boolean(env.UPNEXT_DATABASE)
  const { config } = await import("./server-parts.ts")
  const { loadConfig } = await config()
  const from = await loadConfig(
    hasDatabase ? { flags, env } : { flags: { ...flags, board: undefined }, env: rest },
  )
  const at = flags.board ?? board ?? from.board
  const target = isUrl
    ? await loadConfig({ flags: { home: from.home, database: to, board: at }, env: {} })
    : { ...from, home: resolve(to), database: undefined, board: undefined }
  if (target.database === from.database && (target.database === undefined ? target.home === from.home : true))
    fail("invalid_input", {
      detail: `The board would move from ${sayPlace(from)} to the same place.`,
      hint: "Name another place with --to, or the board's current place with --home, --database or UPNEXT_DATABASE.",
    })
  return { from: { ...from, board: from.database === undefined ? undefined : from.board }, target }
}

const sayPlace = ({ database, home }: Config): string =>
  database === undefined ? home : withoutPassword(database)

function startArguments({ database, board = "main", home }: Config): string {
  if (database === undefined) return `--home ${quote(home)}`
  return `--database ${quote(withoutPassword(database))}${board === "main" ? "" : ` --board ${quote(board)}`}`
}

/** Tells on standard error how far it is, every second. */
function createProgress(): (step: MoveStep, share: number) => void {
  const words = { copy: "copied", verify: "verified" }
  let told = performance.now()
  return (step, share) => {
    if (performance.now() - told < 1000) return
    told = performance.now()
    note(style.dim(`${Math.floor(share * 100)} % ${words[step]}`))
  }
}
