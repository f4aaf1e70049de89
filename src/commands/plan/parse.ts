import type { PlanNode } from "../../domain/wire/plan/outline-tree.ts"
import { mostAtOnce, refForm } from "../../domain/wire/tasks/batch-form.ts"
import { parseJsonLines, toEntries, type PlanEntry, type PlanManner } from "./entries.ts"
import { toLines, type PlanFault } from "../../domain/wire/plan/lines.ts"
import { readChecklist } from "../../interchange/checklist/checklist.ts"
import type { ChecklistNode } from "../../interchange/checklist/plan-shape.ts"

/** A plan as it was read. With faults it is not to be sent. */
export interface ParsedPlan {
  readonly entries: readonly PlanEntry[]
  readonly faults: readonly PlanFault[]
  readonly notes: readonly PlanFault[]
}

/** Reads a plan: Markdown, or JSON lines where its first character is a brace. See `docs/plan.md`. */
export function parsePlan(text: string, manner: PlanManner & { readonly path?: string } = {}): ParsedPlan {
  const lines = toLines(text)
  const first = lines.find((each) => each.text !== "")
  const isJson = first?.text.startsWith("{")
  const plan = isJson ? { ...parseJsonLines(lines), notes: [] } : parseMarkdown(lines, manner)
  const faults = [...plan.faults].sort((a, b) => a.line - b.line)
  const over = plan.entries[mostAtOnce]
  if (over)
    faults.push({
      line: over.line,
      message: `${plan.entries.length} tasks; a plan has at most ${mostAtOnce}`,
    })
  if (plan.entries.length === 0 && faults.length === 0)
    faults.push({
      line: 1,
      message: "the plan has no tasks: a task is a heading, or an item such as `- [ ] Title`",
    })
  return { entries: plan.entries, faults, notes: [...plan.notes].sort((a, b) => a.line - b.line) }
}

// --- internal ---

function parseMarkdown(
  lines: ReturnType<typeof toLines>,
  { path = "-", ...manner }: Parameters<typeof parsePlan>[1] & object,
): ParsedPlan {
  const { nodes, faults, notes, isOrdered } = readChecklist(lines, path)
  const read = toEntries(isOrdered ? withOrder(nodes) : nodes, manner)
  return { entries: read.entries, faults: [...faults, ...read.faults], notes: [...notes, ...read.notes] }
}

/** The order of a spec, in the names that tasks of a plan have for each other. */
function withOrder(nodes: readonly ChecklistNode[]): PlanNode[] {
  const names = new Map(nodes.map(({ id, line }) => [id, refForm.test(id) ? id : `line-${line}`]))
  return nodes.map((node) => ({
    ...node,
    read: {
      ...node.read,
      ref: names.get(node.id) ?? "",
      blockedBy: node.waits.map((id) => `#${names.get(id)}`),
    },
    more: {
      ...node.more,
      ...(node.isOptional &&
        !node.hasTasks && { status: "blocked", tags: [...(node.read.tags ?? []), "optional"] }),
    },
  }))
}
