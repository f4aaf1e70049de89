import type { Client } from "../../client/client.ts"
import { itemLimits } from "../../domain/wire/imports/import-form.ts"

/** A task that an import has brought in. */
export interface SourceTask {
  readonly id: string
  readonly title: string
  readonly status: string
  /** It closes with its children, so no box stands for it alone. */
  readonly isPhase: boolean
}

/**
 * The tasks of a plan, or of all plans in a folder, by their sources. An export shows all of them at one moment: for a
 * plan of 100,000 tasks a list of 200 pages takes a minute, since each page looks at all sources anew.
 */
export async function tasksFrom(
  client: Client,
  plan: string,
  { isFolder = false } = {},
): Promise<Map<string, SourceTask>> {
  const found = new Map<string, SourceTask>()
  // No task can come from a folder with such a name.
  if (plan.length > itemLimits.source || /\p{C}/u.test(plan)) return found
  const { text } = await client.download("task.export", { source: plan, format: "jsonl" })
  let rest = ""
  for await (const piece of text) {
    const lines = (rest + piece).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      const { id, title, status, result, source } = JSON.parse(line) as Partial<Exported>
      if (source?.startsWith(`${plan}${isFolder ? "/" : "#"}`) && id !== undefined)
        found.set(source, { id, title: title ?? "", status: status ?? "", isPhase: result === "children" })
    }
  }
  return found
}

// --- internal ---

interface Exported {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly result: string | null
  readonly source: string | null
}
