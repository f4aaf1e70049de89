import type { ServerResponse } from "node:http"
import { taskId } from "../../domain/wire/names.ts"
import { iso } from "../../domain/wire/time.ts"
import type { OutputMessage } from "../../domain/wire/checks/output-schemas.ts"
import type { Engine } from "../../engine/api.ts"
import type { Printed } from "../../engine/output-store.ts"
import { writeOrDrop } from "./broadcast.ts"
import { onClose } from "../request/departure.ts"
import { toOutputFrame } from "./frame.ts"

/** A stream that gets a message when a command prints something. */
interface OutputListener {
  readonly res: ServerResponse
  /** Only about this task. */
  readonly task: string | undefined
}

/**
 * Tells event streams that commands have printed more output. Such a message has no id, so it does not affect the
 * seqs and is never sent again. Everything that a task prints within a tenth of a second is one message.
 */
export function createOutputStream(engine: Engine) {
  const members = new Set<OutputListener>()
  const due = new Map<number, Printed>()
  let flushing: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined

  function gather(printed: Printed): void {
    due.set(printed.task, printed)
    flushing ??= setTimeout(flush, gatherMs)
  }

  function flush(): void {
    flushing = undefined
    const frames = [...due.values()].map(toNews)
    due.clear()
    const whole = frames.map(toOutputFrame).join("")
    for (const { res, task } of members) {
      const text = task === undefined ? whole : textOf(frames, task)
      if (text !== "") writeOrDrop(res, text)
    }
  }

  function stop(): void {
    unsubscribe?.()
    unsubscribe = undefined
    clearTimeout(flushing)
    flushing = undefined
    due.clear()
  }

  return {
    /** Sends the stream the latest output of each task in progress, and then all new output. */
    join(listener: OutputListener) {
      const { res, task } = listener
      unsubscribe ??= engine.watchOutput(gather)
      members.add(listener)
      onClose(res, () => {
        members.delete(listener)
        if (members.size === 0) stop()
      })
      const text = textOf(engine.latestOutput().slice(-mostAtOnce).map(toNews), task)
      if (text !== "") writeOrDrop(res, text)
    },
    close() {
      stop()
      members.clear()
    },
  }
}

// --- internal ---

const gatherMs = 100

/** With the latest lines of how many tasks a stream begins. */
const mostAtOnce = 500

function toNews({ task, printedAt, ...printed }: Printed): OutputMessage {
  return { task: taskId(task), ...printed, ...(printedAt !== undefined && { at: iso(printedAt) }) }
}

function textOf(frames: readonly OutputMessage[], task: string | undefined): string {
  return frames
    .filter((news) => task === undefined || news.task === task)
    .map(toOutputFrame)
    .join("")
}
