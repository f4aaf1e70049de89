import { stat } from "node:fs/promises"
import { dirname, relative, sep } from "node:path"
import { repositoryIn } from "./repository.ts"

/**
 * Where a file or folder is, for those who have another clone: `owner/name` of the remote, and its path in there.
 * Undefined outside of a repository, and in one without a remote on another machine.
 * @param place a real path
 */
export async function placeInRemote(place: string): Promise<string | undefined> {
  const repository = await repositoryIn((await stat(place)).isDirectory() ? place : dirname(place))
  if (!repository) return undefined
  const { git, root } = repository
  const { stdout } = await git.ask(["config", "--get-regexp", String.raw`^remote\..*\.url$`])
  const urls = stdout.split("\n").map((line) => /^remote\.(.*)\.url (.*)$/i.exec(line) ?? [])
  const [, , url = ""] = urls.find(([, name]) => name === "origin") ?? urls[0] ?? []
  const name = nameIn(url)
  const inside = relative(root, place).split(sep).join("/")
  return name && (inside === "" ? name : `${name}/${inside}`)
}

/** `git@host:owner/name.git`, `https://user:secret@host/owner/name` → `owner/name`. A path of this machine has none. */
export function nameIn(url: string): string | undefined {
  const [, path] =
    /^(?:https?|ssh|git|git\+ssh):\/\/[^/]+\/(.+)$/i.exec(url) ??
    /^(?:[^/@\s]+@)?[^/:\s]{2,}:(?!\/\/)(.+)$/.exec(url) ??
    []
  const name = path
    ?.replace(/[?#].*$/, "")
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/i, "")
    .toLowerCase()
  return name === "" ? undefined : name
}
