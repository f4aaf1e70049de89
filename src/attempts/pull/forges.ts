import type { Forge, PullPlace } from "./forge.ts"
import { github } from "./github.ts"
import { gitlab } from "./gitlab.ts"

const forges: readonly Forge[] = [github, gitlab]

/** Undefined for a URL that nobody here can look at. */
export function pullAt(url: string): { readonly forge: Forge; readonly place: PullPlace } | undefined {
  for (const forge of forges) {
    const place = forge.placeOf(url)
    if (place) return { forge, place }
  }
  return undefined
}

/** The forge for a remote's URL, as git writes the URL. Undefined if the URL does not show it. */
export function forgeOf(
  remote: string,
  env: NodeJS.ProcessEnv,
): { readonly forge: Forge; readonly host: string } | undefined {
  const host = hostOf(remote)
  if (host === undefined) return undefined
  const named = (...names: string[]) => names.some((name) => env[name]?.replace(/^https?:\/\//, "") === host)
  if (named("GITLAB_HOST", "GL_HOST") || /gitlab/i.test(host)) return { forge: gitlab, host }
  if (named("GH_HOST") || /github/i.test(host) || /\.ghe\.com$/i.test(host)) return { forge: github, host }
  return undefined
}

// --- internal ---

/** Of `https://host/…`, `ssh://git@host:22/…` and `git@host:…`. */
function hostOf(remote: string): string | undefined {
  const url = /^[a-z+]+:\/\/(?:[^@/]*@)?([^/:]+)/i.exec(remote) ?? /^(?:[^@/:]*@)?([^/:]+):/.exec(remote)
  return url?.[1]
}
