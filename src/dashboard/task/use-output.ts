import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { KeptRun, OutputServer } from "../api/types.ts"
import { useLastOutput } from "../state/use-last-output.ts"
import { createOutputReader, type OutputLine } from "../words/ansi.ts"

/** The output of one claim of a task, as far as it is kept. */
export interface ShownOutput {
  readonly epoch: number
  readonly lines: readonly OutputLine[]
  /** What came before the first line is no longer kept. */
  readonly isCut: boolean
}

interface Following {
  readonly shown: ShownOutput | null
  /** The claims whose output is kept, the latest first. */
  readonly runs: readonly KeptRun[]
  /** Another server of the board keeps more of it. */
  readonly elsewhere: OutputServer | null
}

/**
 * Follows the output of a task, over restarts of the server: reads on from where it is whenever something was printed.
 * @param epoch the claim whose output to show; null: the latest
 */
export function useOutput(id: string, epoch: number | null, reads: number): Following {
  const news = useLastOutput(id)
  const [following, set] = useState<Following>({ shown: null, runs: [], elsewhere: null })
  const place = useRef<ReadingPlace | null>(null)
  const reading = useRef({ isBusy: false, isDue: false })
  const wanted = useRef(epoch)
  wanted.current = epoch

  async function readOn(): Promise<void> {
    const known = place.current
    const isSame = known !== null && (wanted.current === null || wanted.current === known.epoch)
    const asked = wanted.current ?? null
    const result = await call("task.output", {
      id,
      ...(asked !== null && { epoch: asked }),
      ...(isSame && { after: known.end }),
    })
    if ("refusal" in result || wanted.current !== asked) return
    const { output, kept: runs, elsewhere } = result.value
    if (output === null) {
      // A restarted server knows nothing yet. What was read stays.
      set((before) => (known && !elsewhere ? before : { shown: before.shown, runs, elsewhere }))
      return
    }
    const goesOn = isSame && known.epoch === output.epoch && known.end === output.start
    if (goesOn && output.text === "") {
      set((before) => ({ ...before, runs, elsewhere }))
      return
    }
    const read = goesOn ? known.read : createOutputReader()
    const isCut = goesOn ? known.isCut : output.start > 0
    place.current = { epoch: output.epoch, end: output.end, read, isCut }
    set({ shown: { epoch: output.epoch, lines: read(output.text), isCut }, runs, elsewhere })
  }

  /** One reading at a time, and one more where something was printed meanwhile. */
  async function catchUp(): Promise<void> {
    const state = reading.current
    state.isDue = true
    if (state.isBusy) return
    state.isBusy = true
    while (state.isDue) {
      state.isDue = false
      await readOn()
    }
    state.isBusy = false
  }

  useEffect(() => void catchUp(), [id, epoch, news?.epoch, news?.end, reads])
  return following
}

// --- internal ---

/** How far an output was read. */
interface ReadingPlace {
  readonly epoch: number
  readonly end: number
  readonly read: ReturnType<typeof createOutputReader>
  readonly isCut: boolean
}
