import { createBoard, type Board } from "../../src/domain/board/board.ts"
import { authorKey } from "../../src/domain/board/said/said-tables.ts"
import { takeSnapshot } from "../../src/domain/board/snapshot.ts"
import { copyTask } from "../../src/domain/board/tasks/task-record.ts"
import { nameKey } from "../../src/domain/wire/names.ts"
import { absorb } from "../../src/engine/restore.ts"
import type { Log } from "../../src/storage/log.ts"

/** Everything the board knows, in a form in which two boards can be compared. It makes all indexes of the board. */
export function dumpOf(board: Board): unknown {
  const { counters, tables } = takeSnapshot(board)
  // A task that nothing has happened to has few values of its own.
  const whole = { ...tables, tasks: [...tables.tasks].map(copyTask) }
  const sorted = Object.entries(whole).map(([name, rows]: [string, readonly unknown[]]) => [
    name,
    rows.map((row) => JSON.stringify(row)).sort(),
  ])
  return {
    counters,
    tables: sorted,
    ready: board.ready.dump(),
    index: board.index.dump(),
    statusCounts: board.statusCounts.dump(),
    attention: board.attention.dump(),
    agentKeys: [...board.agentKeys.values()],
    leases: [...board.leases.values()],
    inboxes: board.inboxOf.dump(),
    trashEnds: [...board.trash.ends.values()],
    imports: board.dumpImports(),
    pauseEnds: board.pauseEnds.dump(),
    comments: [...board.tasks.values()]
      .map(({ n }) => [n, [...board.commentsOf.of(n)]])
      .filter(([, list]) => (list as number[]).length > 0)
      .sort(),
    authors: [...new Set([...board.comments.values()].map(({ task, author }) => authorKey(task, author)))]
      .map((key) => [key, [...board.commentsBy.of(key)]])
      .sort(),
    reviews: [...board.reviews.values()].map(({ n, task }) => [n, board.reviewsOf.of(task)]).sort(),
    commands: [...new Set([...board.commands.values()].map(({ owner }) => owner))]
      .map((owner) => [owner, [...(board.commands.of(owner)?.values() ?? [])]])
      .sort(),
    reflections: [...board.reflections.values()]
      .map(({ n, task, agent }) => [n, board.reflectionsOf.of(task), board.reflectionsBy.of(nameKey(agent))])
      .sort(),
  }
}

/** The board that follows from the log alone, at the time of a live one. */
export async function foldOf(log: Pick<Log, "read">, live: Board): Promise<Board> {
  const board = createBoard()
  for await (const commit of log.read(0)) absorb(board, commit)
  board.advance(live.now)
  return board
}
