import type { InputOf, OperationName, OutputOf } from "../client/contract.ts"

/** What a tool knows of the program that calls it, and its way to the board. */
export interface ToolCaller {
  readonly agent: string
  /** Where tasks are looked for and added if the model names no project. */
  readonly project: string | undefined
  /** Calls an operation as that agent, in its session. Rejects with an `UpnextError`. */
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>
  /** How the model names a task that it holds. Whoever knows this name alone holds nothing. */
  nameHeld(id: string, lease: GrantedLease): string
  /**
   * The task that the model names, and what proves that the caller holds it. Without a lease of its own the token is
   * left out, and the rules decide by name and session.
   */
  find(named: string): ToolClaim
  /**
   * Runs the checks of a task, and reports them by `call`; default: that of this caller. Only who runs on the machine of the
   * repository can.
   */
  readonly verify?: (claim: ToolClaim, call?: ToolCaller["call"]) => Promise<readonly ToolCheck[]>
  /** Git's hash of the files of a task there, where the repository has checks. */
  readonly treeHere?: (claim: ToolClaim) => Promise<string | undefined>
}

export type ToolCheck = OutputOf<"check.report">["result"]

/** The project that a model means: the one it names, all for an empty name, else that of the caller. */
export function projectFor({ project }: ToolCaller, named: string | undefined): string | undefined {
  return (named ?? project) || undefined
}

export interface GrantedLease {
  readonly token: string
  readonly epoch: number
}

export interface ToolClaim {
  readonly id: string
  readonly leaseToken?: string
}
