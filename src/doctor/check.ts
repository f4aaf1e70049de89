import type { Config } from "../config.ts"

export interface Surroundings {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** undefined if it is not valid: the check of the config says why. */
  readonly config: Config | undefined
  readonly configError: unknown
  readonly version: string
}

export interface Finding {
  /** `warn` needs a look, but nothing fails because of it. */
  readonly status: "ok" | "warn" | "fail"
  /** What was found, in one line. */
  readonly detail: string
  /** What to do. */
  readonly hint?: string
  readonly more?: Readonly<Record<string, unknown>>
}

/** Looks at one thing and changes nothing. */
export interface Check {
  readonly name: string
  look(surroundings: Surroundings): Promise<Finding> | Finding
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
