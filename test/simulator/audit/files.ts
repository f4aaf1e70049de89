import type { BoardEvent } from "../../../src/domain/events/index.ts"
import type { Random } from "../../support/random.ts"
import { hash } from "../tokens.ts"
import { promise } from "../violation.ts"

/** What was said of a file when its bytes were durable. */
export interface FileCard {
  readonly task: string
  readonly name: string
  readonly size: number
  readonly sha256: string
}

/** The files of a board may have 1 GiB. */
export const mostBytes = 1024 ** 3
const part = mostBytes / 8

export function fileOf(random: Random, mark: string) {
  const size = random.pick([0, 1, part - 1, part, 2 * part, 3 * part])
  return { name: `${mark}.log`, type: "text/plain", size, sha256: hash(mark) }
}

/** Each file has an id of its own for ever, and what tasks and the trash hold has room on the board. */
export function createFiles() {
  /** All there ever were, the first one first. */
  const all: FileCard[] = []
  /** Those that are there, also those of tasks in the trash, by id. It is never changed in place. */
  let there: ReadonlyMap<string, FileCard> = new Map()

  function put(id: string, file: FileCard | undefined): void {
    const next = new Map(there)
    if (file) next.set(id, file)
    else next.delete(id)
    there = next
  }

  return {
    get there() {
      return there
    },
    find: (id: string): FileCard | undefined => all[Number(id.slice(2)) - 1],
    /** @param isTakenBack whether the event is of an undo, or of a redo */
    take(event: BoardEvent, isTakenBack: boolean): void {
      switch (event.type) {
        case "attachment.added": {
          const { attachment: id, task } = event
          const { name, size, sha256 } = event.file
          const file = { task, name, size, sha256 }
          const before = all[Number(id.slice(2)) - 1]
          if (isTakenBack)
            promise(
              !there.has(id) && JSON.stringify(before) === JSON.stringify(file),
              () => `an undo brings back ${id} of ${task} as ${name}, which was ${JSON.stringify(before)}`,
            )
          else promise(id === `A-${all.push(file)}`, () => `${id} was added where A-${all.length} was due`)
          put(id, file)
          const bytes = [...there.values()].reduce((sum, each) => sum + each.size, 0)
          promise(bytes <= mostBytes, () => `the board has ${bytes} bytes of files with ${id}`)
          break
        }
        case "attachment.removed":
          promise(
            there.get(event.attachment)?.task === event.task,
            () => `${event.attachment} was removed from ${event.task}, which has it not`,
          )
          put(event.attachment, undefined)
          break
        case "work.reported": {
          const { task, work } = event
          const named = work.patch && there.get(work.patch.id)
          promise(
            !work.patch || (named?.task === task && named.sha256 === work.patch.sha256),
            () => `the work of ${task} names ${work.patch?.id} as its patch, which is no file of it`,
          )
          break
        }
        case "trash.emptied":
          for (const [id, { task }] of there) if (event.tasks.includes(task)) put(id, undefined)
          break
        default:
      }
    },
  }
}

/** A list shows the files of a task as they were acknowledged, the oldest first. */
export function checkFiles(
  task: string,
  shown: readonly (FileCard & { readonly id: string })[],
  there: ReadonlyMap<string, FileCard>,
): void {
  const line = (id: string, { name, size, sha256 }: FileCard) => `${id} ${name} ${size} ${sha256}`
  const known = [...there].filter(([, file]) => file.task === task)
  const seen = shown.map((file) => line(file.id, file)).join("\n")
  const expected = known
    .sort(([a], [b]) => Number(a.slice(2)) - Number(b.slice(2)))
    .map(([id, file]) => line(id, file))
    .join("\n")
  promise(seen === expected, () => `the files of ${task} are shown as ${seen}, where the log has ${expected}`)
}
