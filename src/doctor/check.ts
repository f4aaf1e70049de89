import type { Config, SettingName } from "../config/config.ts"
import type { UpnextError } from "../errors.ts"
import type { AskHealth } from "../home/port-holder.ts"

/** The information that a check is given about the server and its home. The check finds everything else itself. */
export interface Surroundings {
  readonly home: string
  /** Where the command was typed. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** An invalid setting has its default value here; the check of the config reports why. */
  readonly config: Config
  readonly configErrors: readonly UpnextError[]
  /**
   * Whether the config contains what the user meant. If its file cannot be read, the file may have contained
   * anything.
   */
  isKnown(name: SettingName): boolean
  /**
   * The user did not name the database. It comes from the server that is running on the home, or ran there last, whose
   * board is in that database.
   */
  readonly isDatabaseFound: boolean
  readonly version: string
  /**
   * The server that a command typed here would ask, and the setting that names that server. Rejects with
   * `invalid_config`.
   */
  findClientAddress(): Promise<ClientAddress>
  readonly askHealth: AskHealth
  /** The command that starts a server on this home, at this port or at the requested port. */
  startCommand(port?: number): string
}

export interface ClientAddress {
  readonly url: string
  readonly source: string
  /** This is where a server of this home would listen, and no setting names another server. */
  readonly isOwn: boolean
  /** Reads data as a command typed here would, and rejects as that command would. */
  ask(): Promise<unknown>
  /** The names on its board, and the tasks that no agent can do. */
  readNames(): Promise<{
    readonly names: readonly string[]
    readonly stuck: readonly { readonly id: string; readonly why: string }[]
  }>
}

export interface Finding {
  /** `warn`: it needs attention, but nothing fails because of it. `skipped`: a check that it depends on failed. */
  readonly status: "ok" | "warn" | "fail" | "skipped"
  /** What was found, in one line. */
  readonly detail: string
  readonly hint?: string
  readonly more?: Readonly<Record<string, unknown>>
}

/** Checks one thing and changes nothing. undefined: that thing does not exist here, so there is nothing to report. */
export interface Check {
  readonly name: string
  /**
   * The checks that must have succeeded or warned. If one of them failed or was skipped, this check would only
   * repeat its finding.
   */
  readonly needs?: readonly string[]
  look(surroundings: Surroundings): Promise<Finding | undefined> | Finding
}

export const ok = (detail: string, more?: Finding["more"]): Finding => ({
  status: "ok",
  detail,
  ...(more && { more }),
})

export const warn = (detail: string, hint: string, more?: Finding["more"]): Finding => ({
  status: "warn",
  detail,
  hint,
  ...(more && { more }),
})

export const failure = (detail: string, hint: string, more?: Finding["more"]): Finding => ({
  status: "fail",
  detail,
  hint,
  ...(more && { more }),
})
