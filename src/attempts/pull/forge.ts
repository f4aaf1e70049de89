import type { InputOf } from "../../client/contract.ts"
import type { ForgeTool, ForgePlace } from "./tool.ts"

/** Where a pull request is. */
export interface PullPlace {
  readonly host: string
  /** As in `acme/shop`. */
  readonly repository: string
  readonly number: number
}

/** The state of a pull request as reported to the server, and the branch that the pull request comes from. */
export type LookedAt = Omit<InputOf<"task.reportPull">["pull"], "url"> & {
  readonly branch: string
  /** The branch is in another repository. */
  readonly isFromFork: boolean
}

export interface WantedPull {
  readonly branch: string
  readonly base: string
  readonly title: string
  readonly body: string
}

/** A service that holds repositories, accessed through its own program. */
export interface Forge {
  readonly name: string
  readonly tool: ForgeTool
  /** Undefined for a URL that is not one of its pull requests. */
  placeOf(url: string): PullPlace | undefined
  /** @throws pull_failed */
  look(pull: PullPlace, place: ForgePlace): Promise<LookedAt>
  /** The URL of the open pull request from a branch. @throws pull_failed */
  find(branch: string, place: ForgePlace): Promise<string | undefined>
  /** The arguments that open a pull request. */
  create(wanted: WantedPull): readonly string[]
}
