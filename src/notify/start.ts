import type { Config } from "../config/config.ts"
import type { Engine } from "../engine/api.ts"
import { anonymous } from "../domain/wire/names.ts"
import type { Disposers } from "../machine/disposers.ts"
import type { Warn } from "../machine/warnings.ts"
import type { SharedBoard } from "../storage/storage.ts"
import type { Notify } from "./open.ts"
import type { NeedsPage } from "./batch.ts"

export interface NotifyingServer {
  readonly config: Config
  readonly engine: Engine
  readonly shared: SharedBoard | undefined
  readonly disposers: Disposers
  readonly warn: Warn
}

/** Tells people what waits for them, where the configuration says how. Otherwise nothing of it is loaded. */
export async function startNotify(server: NotifyingServer): Promise<Notify | undefined> {
  const { config, engine, disposers } = server
  const { notify: targets, publicUrl, home } = config
  if (!targets) return undefined
  const { openNotify } = await import("../notify/parts.ts") // as the build knows the script
  const { listNeeds: operation } = await import("../operations/list-needs.ts")
  const who = { role: "admin", isHome: true } as const
  const notify = openNotify({
    ...{ ...server, targets, publicUrl, home },
    async readNeeds(agent) {
      const { answer } = await engine.run({ operation, input: { agent, limit: 500 }, actor: anonymous, who })
      return answer as unknown as NeedsPage
    },
  })
  disposers.add(notify.close)
  return notify
}
