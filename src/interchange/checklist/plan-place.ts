/** Where the plan of a spec stands, as spec-kit, Kiro and OpenSpec lay it out. */
export interface PlanPlace {
  /** The directory above, without a slash at its end; empty where the path begins with the place. */
  readonly root: string
  /** Such as `specs/001-login/tasks.md`. */
  readonly inside: string
}

/** The folders of specs, below the root of a repository. */
export const planFolders = [".kiro/specs", ".specify/specs", "openspec/changes", "specs"] as const

/** The place of a file by its path; undefined where no tool keeps its plans there. */
export function planPlaceOf(path: string): PlanPlace | undefined {
  const whole = `/${path.replaceAll("\\", "/")}`
  let [place, end]: [PlanPlace | undefined, number] = [undefined, 0]
  // The inner one of two folders counts, and `.kiro/specs` comes before the `specs` in it.
  for (const folder of planFolders) {
    const at = whole.lastIndexOf(`/${folder}/`)
    const below = at + folder.length + 1
    if (at < 0 || below <= end || !/^\/(?:[^/]+\/)+tasks\.md$/.test(whole.slice(below))) continue
    place = { root: whole.slice(1, at), inside: whole.slice(at + 1) }
    end = below
  }
  return place
}

/** A change of OpenSpec that is done with. */
function isArchived(path: string): boolean {
  return /(?:^|\/)openspec\/changes\/archive\//.test(path)
}

/** Whether an archived change is left out: it is read only if its file is named alone. */
export function isLeftOut({ path }: { readonly path: string }, files: readonly unknown[]): boolean {
  return files.length > 1 && isArchived(path)
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

/** The name of a plan in a source: the folder of its spec, else the path of the file. A `#` ends it there. */
export function planName(path: string): string {
  const { inside } = planPlaceOf(path) ?? { inside: path }
  return inside.replace(/\/tasks\.md$/, "").replaceAll("#", "%23")
}

/** A text as part of a source: one line, and not too long. */
export function shortName(text: string): string {
  return text
    .replace(/\p{C}+/gu, " ")
    .slice(0, 120)
    .replace(/[\ud800-\udbff]$/, "")
    .trim()
}
