/** What the name of a branch or a tree of ours says. */
export interface NamedAttempt {
  readonly task: number
  readonly epoch: number
}

/**
 * `upnext/T-12.2-a-few-words`: the task, the attempt, and words of the title. Titles are written by anyone, so nothing
 * of them is taken but plain letters and digits.
 */
export function branchNameOf(title: string, { task, epoch }: NamedAttempt, between: "/" | "-"): string {
  return [`upnext${between}T-${task}.${epoch}`, ...wordsOf(title)].join("-")
}

/**
 * What the name of a branch of ours says; undefined for any other name. Only names of this form are taken from a board:
 * none of them is an option of git, a path or another ref.
 */
export function attemptIn(branch: string): NamedAttempt | undefined {
  const [, task = "", epoch = ""] = branch.length > longest ? [] : (form.exec(branch) ?? [])
  return task === "" ? undefined : { task: Number(task), epoch: Number(epoch) }
}

/** `T-12.2`: the name of its tree, and of the ref that keeps its end. */
export function attemptName({ task, epoch }: NamedAttempt): string {
  return `T-${task}.${epoch}`
}

// --- internal ---

const longest = 100
const mostWords = 6
const form = /^upnext[/-]T-([1-9]\d{0,14})\.([1-9]\d{0,14})(?:-[a-z0-9]+)*$/

function wordsOf(title: string): string[] {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  const fitting: string[] = []
  let length = 0
  for (const word of words.slice(0, mostWords)) {
    length += word.length + 1
    if (length > 48) break
    fitting.push(word)
  }
  return fitting
}
