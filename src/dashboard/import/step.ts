import { useLayoutEffect, useState } from "preact/hooks"
import type { ImportKind } from "../../domain/wire/imports/import-form.ts"
import type { MeantColumn } from "../../interchange/csv/columns.ts"
import type { GivenFile, ReadFiles, ReadWishes } from "../../interchange/reader.ts"
import type { SentImport } from "../../interchange/send/send.ts"
import type { Refusal } from "../api/types.ts"
import type { GoneTask } from "./gone.ts"

/** What was chosen, and how it is to be read. */
export interface ChosenFiles {
  readonly name: string
  readonly kind: ImportKind
  readonly files: readonly GivenFile[]
  readonly wishes: ReadWishes
}

/** What would come of it. */
export interface ImportLook {
  readonly chosen: ChosenFiles
  readonly read: ReadFiles
  /** Those of CSV. */
  readonly columns: readonly MeantColumn[]
  readonly sent: SentImport
  readonly gone: readonly GoneTask[]
}

/** How far one is: nothing chosen, reading or sending, looking at the report, done, or refused. */
export type ImportStep =
  | { readonly at: "start"; readonly fault?: string }
  | { readonly at: "working"; readonly name: string; readonly share: number; readonly isSending: boolean }
  | ({ readonly at: "report" } & ImportLook)
  | { readonly at: "done"; readonly name: string; readonly sent: SentImport }
  | {
      readonly at: "refused"
      readonly chosen: ChosenFiles
      readonly read: ReadFiles
      /** It was being brought in; else it was only looked at. */
      readonly isSending: boolean
      readonly refusal: Refusal
    }

let step: ImportStep = { at: "start" }
const views = new Set<() => void>()

/** How far the import of this page is. It is there again when one comes back to the view. */
export function useStep(): ImportStep {
  const [, redraw] = useState({})
  // Before anybody can drop a file.
  useLayoutEffect(() => {
    const draw = () => redraw({})
    views.add(draw)
    return () => {
      views.delete(draw)
      if (step.at === "done" || step.at === "start") step = { at: "start" }
    }
  }, [])
  return step
}

export function setStep(next: ImportStep): void {
  step = next
  for (const draw of views) draw()
}

/** Whether the view is open. */
export function isSeen(): boolean {
  return views.size > 0
}
