import type { ImportKind } from "../../domain/wire/imports/import-form.ts"

/** What tasks of a kind are known by. */
export function sourcesOf(kind: ImportKind, origin: string | undefined) {
  const isWhole = (id: string) =>
    kind === "github" ? !id.startsWith("#") : isWholeKind(kind) && origin === undefined
  const of = (id: string) =>
    isWhole(id) || origin === undefined
      ? `${kind}:${id}`
      : `${kind}:${origin}${kind === "checklist" ? "/" : "#"}${id.replace(/^#/, "")}`
  return {
    /** By the id that the file gives it. */
    of,
    /** What earlier versions called it, where that is another one. */
    formerOf(id: string): string | undefined {
      const former = `${kind}:${kind === "github" ? id.replace(/^.*#/, "#") : id}`
      return former === of(id) ? undefined : former
    },
    /** Whether nothing tells it from a task with the same id of another repository or file. */
    isBare: (id: string) => origin === undefined && !isWhole(id),
  }
}

/** Their ids begin with the key of a team, a project or a board. */
export function isWholeKind(kind: ImportKind): boolean {
  return wholeKinds.some((each) => each === kind)
}

// --- internal ---

const wholeKinds = ["linear", "jira", "todoist", "plane", "vibe-kanban", "upnext"] as const
