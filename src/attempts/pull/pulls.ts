import type { Client } from "../../client/client.ts"
import { fail } from "../../errors.ts"
import { note, print, printJson, style } from "../../terminal/output.ts"
import { forEachId } from "../../terminal/several.ts"
import type { Settings } from "../../terminal/settings.ts"
import { createStop } from "../processes/stop.ts"
import { followPulls, newsLine } from "./follow.ts"
import { openedLine, openPull, type OpenedPull } from "./open.ts"

export interface PullsToOpen {
  readonly client: Pick<Client, "task">
  readonly ids: readonly string[]
  /** The one that was opened already. */
  readonly url: string | undefined
  readonly base: string | undefined
  readonly isYes: boolean
  readonly isJson: boolean
}

/** Opens a pull request for each task. @returns the exit status: 1 if a task has no pull request */
export async function openPulls({ client, ids, url, isJson, ...wishes }: PullsToOpen): Promise<number> {
  if (ids.length === 0 || (url !== undefined && ids.length > 1))
    fail("invalid_input", {
      detail: url === undefined ? "--pr needs task ids." : "A pull request lands one task.",
      hint: "upnext land T-12 --pr",
    })
  const results: OpenedPull[] = []
  const stop = createStop()
  try {
    const status = await forEachId(ids, isJson, async (id) => {
      if (stop.status() !== undefined) return 1
      const given = { client, ...wishes, directory: process.cwd(), env: process.env, signal: stop.asked }
      const opened = await openPull(id, { ...given, url })
      if (!opened) return 1
      results.push(opened)
      if (!isJson) print(openedLine(opened))
      return 0
    })
    if (isJson) printJson({ results })
    return stop.status() ?? status
  } finally {
    stop.close()
  }
}

export interface UntilEnded {
  readonly client: Pick<Client, "task">
  readonly settings: Settings
  readonly every: number
  readonly isOnce: boolean
  readonly isJson: boolean
}

/** Follows pull requests until a signal ends it. @returns the exit status */
export async function followUntilEnded({ client, settings, isJson, ...wishes }: UntilEnded): Promise<number> {
  const stop = createStop()
  const { home, url, project } = settings
  try {
    const isFine = await followPulls({
      ...{ client, home, url, project, env: process.env, signal: stop.asked, ...wishes },
      tell: (news) => (isJson ? printJson(news) : print(newsLine(news))),
      say: (text) => note(style.dim(text)),
    })
    return stop.status() ?? (isFine ? 0 : 1)
  } finally {
    stop.close()
  }
}
