import type { Config, SettingName } from "../config/config.ts"
import type { UpnextError } from "../errors.ts"
import type { AskHealth } from "../home/port-holder.ts"

/** What a check is given about the server and its home. It finds the rest by itself. */
export interface Surroundings {
  readonly home: string
  /** Where the command was typed. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A setting that is not valid has its default here: the check of the config says why. */
  readonly config: Config
  readonly configErrors: readonly UpnextError[]
  /** Whether the config holds what was meant. A file that cannot be read may have said anything. */
  isKnown(name: SettingName): boolean
  /** Nobody named the database: the server that runs on the home, or ran on it last, says that its board is there. */
  readonly isDatabaseFound: boolean
  readonly version: string
  /** The server that a command typed here would ask, and what names it. Rejects with `invalid_config`. */
  findClientAddress(): Promise<ClientAddress>
  readonly askHealth: AskHealth
  /** The command that starts a server on this home, at this port or at the one that was asked for. */
  startCommand(port?: number): string
}

export interface ClientAddress {
  readonly url: string
  readonly source: string
  /** It is where a server of this home would listen, and nothing names another one. */
  readonly isOwn: boolean
  /** Reads something there as a command typed here would, and rejects as it would. */
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

/** Looks at one thing and changes nothing. undefined: that thing is not here, so there is nothing to say. */
export interface Check {
  readonly name: string
  /** The checks that must not have failed or been skipped; without them this one would only repeat their finding. */
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
