import type { Client } from "../../client/client.ts"
import { UpnextError } from "../../errors.ts"
import type { Settings } from "../../terminal/settings.ts"
import type { FinishedByWorker } from "../land/land.ts"
import { followPulls, newsLine } from "./follow.ts"
import { openedLine, openPull } from "./open.ts"

/** A worker's handling of pull requests. Neither function rejects; failures are reported. */
export interface WorkerPulls {
  open(finished: FinishedByWorker): Promise<void>
  /** Until it is ended. */
  follow(worker: FollowingWorker): Promise<void>
}

interface FollowingWorker {
  readonly client: Client
  readonly settings: Pick<Settings, "home" | "url" | "project">
  readonly stop: AbortSignal
  say(text: string): void
}

export const workerPulls: WorkerPulls = {
  async open({ client, id, stop, say }) {
    const wishes = { client, directory: process.cwd(), base: undefined, isYes: true, env: process.env }
    try {
      const opened = await openPull(id, { ...wishes, signal: stop.asked })
      if (opened) say(openedLine(opened))
    } catch (error) {
      if (!(error instanceof UpnextError)) throw error
      // It has changed no file.
      if (error.code === "invalid_transition") return
      say(`${id} has no pull request: ${error.message} To retry: upnext land ${id} --pr`)
    }
  },
  async follow({ client, settings: { home, url, project }, stop, say }) {
    const place = { client, home, url, project, env: process.env, signal: stop }
    const often = { every: 60_000, isOnce: false }
    await followPulls({ ...place, ...often, tell: (news) => say(newsLine(news)), say }).catch(
      (error: unknown) => {
        say(`Pull requests are no longer followed: ${error instanceof Error ? error.message : String(error)}`)
      },
    )
  },
}
