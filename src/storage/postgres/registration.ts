import { randomUUID } from "node:crypto"
import type { Holder } from "../lock/holder.ts"
import type { SharedBoard } from "../storage.ts"
import { agreeOn } from "./agree.ts"
import type { DatabaseConnection } from "./connection.ts"
import type { DatabaseLink } from "./link.ts"
import type { PostgresTimes } from "./options.ts"
import { forgetServers, listServers, removeServer, renewBoard, renewServer } from "./servers.ts"

/** This server's registration on its board: a row that it renews as long as it runs. */
export interface Registration extends Pick<SharedBoard, "agree"> {
  /** By which the others know this server. */
  readonly id: string
  /** How many servers run on the board, including this one, as of the last renewal. */
  readonly servers: number
  /** Makes the row, after a first look at the board. */
  enter(look: (connection: DatabaseConnection) => Promise<unknown>): Promise<void>
  renew(): Promise<void>
  update(holder: Holder): void
  /** This server has committed. From now on its renewals also mark the board as served. */
  noteServing(): void
  leave(): Promise<void>
}

export interface RegistrationOptions {
  readonly board: number
  readonly link: DatabaseLink
  readonly holder: Holder
  readonly times: PostgresTimes
}

export function createRegistration(options: RegistrationOptions): Registration {
  const { board, link, times } = options
  const id = randomUUID()
  let { holder } = options
  let isServing = false
  let others = 0

  const renew = (): Promise<void> =>
    link.use(async (connection) => {
      await renewServer(connection, board, id, holder)
      if (isServing) await renewBoard(connection, board)
      others = (await listServers(connection, board, times.lapseMs, id)).length
    })

  return {
    id,
    get servers() {
      return others + 1
    },
    enter: (look) =>
      link.use(async (connection) => {
        await look(connection)
        await forgetServers(connection, board)
        await renewServer(connection, board, id, holder)
      }),
    renew,
    agree: (decide) => agreeOn(decide, { board, id, link, times }),
    update(next) {
      holder = next
      // Told again with the next renewal, if this one fails.
      void renew().catch(() => undefined)
    },
    noteServing() {
      isServing = true
    },
    // A database that cannot be reached lets the row lapse.
    leave: () =>
      link.use((connection) => removeServer(connection, board, id, times.lapseMs)).catch(() => undefined),
  }
}
