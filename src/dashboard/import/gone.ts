import type { GivenFile, ReadFiles } from "../../interchange/reader.ts"
import { isLeftOut, planName } from "../../interchange/checklist/plan-place.ts"
import { all, callNow } from "../api/api.ts"

/** A task of the board that stands in its plan no more. */
export interface GoneTask {
  readonly task: string
  readonly title: string
  readonly source: string
}

/** The tasks that earlier imports of these plans brought in, and that the plans no longer hold. They stay as they are. */
export async function goneFrom(
  { kind, items }: ReadFiles,
  files: readonly GivenFile[],
  origin: string | undefined,
): Promise<GoneTask[]> {
  // Each page of a list looks at the sources of all tasks, so of a very long plan the command line says it.
  if (kind !== "checklist" || origin === undefined || items.length > longest) return []
  const { sourcesOf } = await import("./readers.ts")
  const { of } = sourcesOf(kind, origin)
  const there = new Set(items.map(({ source }) => source))
  const gone: GoneTask[] = []
  for (const file of files) {
    if (isLeftOut(file, files)) continue
    const plan = of(planName(file.path))
    const answer = await all("tasks", (page) => callNow("task.list", { source: plan, ...page }))
    if ("refusal" in answer) return []
    for (const { id, title, source } of answer.value)
      if (source?.startsWith(`${plan}#`) && !there.has(source)) gone.push({ task: id, title, source })
  }
  return gone
}

// --- internal ---

const longest = 5_000
