/** Where the plan of a spec stands, as spec-kit, Kiro and OpenSpec lay it out. */
export interface PlanPlace {
  /** The directory above, without a slash at its end; empty where the path begins with the place. */
  readonly root: string
  /** Such as `specs/001-login/tasks.md`. */
  readonly inside: string
}

/** The place of a file by its path; undefined where no tool keeps its plans there. */
export function planPlaceOf(path: string): PlanPlace | undefined {
  const { root = "", inside } = placeForm.exec(path.replaceAll("\\", "/"))?.groups ?? {}
  return inside === undefined ? undefined : { root: root.replace(/\/$/, ""), inside }
}

/** The folders of specs, below the root of a repository. */
export const planFolders = [".kiro/specs", ".specify/specs", "openspec/changes", "specs"] as const

/** A change of OpenSpec that is done with. */
export function isArchived(path: string): boolean {
  return /(?:^|\/)openspec\/changes\/archive\//.test(path)
}

/** A name by which people call a list of what is to be done. */
export function isPlanName(path: string): boolean {
  return /(?:^|\/)(?:(?:todos?|tasks?|plan|roadmap|backlog|checklist)\.(?:md|markdown)|(?:.*\.)?todo\.txt)$/i.test(
    path,
  )
}

/** The plans among the files of a folder: those in their place, else by their names, else all of Markdown. */
export function plansAmong<F extends { readonly path: string }>(files: readonly F[]): readonly F[] {
  if (files.length === 1) return files
  const isMarkdown = (path: string) => /\.(?:md|markdown)$/i.test(path)
  const lists = [planPlaceOf, isPlanName, isMarkdown].map((is) => files.filter(({ path }) => is(path)))
  return lists.find((list) => list.length > 0) ?? files
}

/** What a plan is called in a source: the folder of its spec, else the path of the file. */
export function planName(path: string): string {
  const { inside } = planPlaceOf(path) ?? { inside: path }
  return inside.replace(/\/tasks\.md$/, "")
}

/** A text as part of a source: one line, and not too long. */
export function shortName(text: string): string {
  return text
    .replace(/\p{C}+/gu, " ")
    .slice(0, 120)
    .replace(/[\ud800-\udbff]$/, "")
    .trim()
}

// --- internal ---

const placeForm =
  /^(?<root>.*\/)?(?<inside>(?:\.kiro\/specs|\.specify\/specs|openspec\/changes|(?<!\.(?:kiro|specify)\/)specs)\/(?:[^/]+\/)+tasks\.md)$/
