import { randomUUID } from "node:crypto"
import { createClient, type ClientOptions } from "../client/client.ts"
import type { InputOf, OperationName, OutputOf } from "../client/contract.ts"
import { routes } from "../client/routes.ts"
import { UpnextError } from "../errors.ts"
import type { GrantedLease, ToolCaller, ToolCheck, ToolClaim } from "./caller.ts"
import { parseTaskName } from "./task-name.ts"
import type { ToolRequest } from "./server.ts"

export interface BridgeOptions extends Pick<ClientOptions, "host"> {
  /** Where the server is now. It may have started, or started again at another port, since this process did. */
  address(): Promise<Pick<ClientOptions, "url" | "token" | "homeCheck">>
  /** Default: the name of the client that asks. */
  readonly agent: string | undefined
  /** Default: one for this process. */
  readonly session: string | undefined
  /** The project of tasks that are asked for or added without one. */
  readonly project: string | undefined
  /** Runs the checks of a task here. */
  readonly verify?: (claim: ToolClaim, call: ToolCaller["call"]) => Promise<readonly ToolCheck[]>
  readonly treeHere?: (claim: ToolClaim, call: ToolCaller["call"]) => Promise<string | undefined>
  /** Called when a task is claimed, with as whom, and the name that the client gives itself. */
  readonly onClaim?: (as: {
    readonly client: string
    readonly agent: string
    readonly session: string
  }) => void
}

/**
 * The way from the tools to a running server, for one process. It keeps the lease tokens, so that no model sees one, and
 * is one session of its agent.
 */
export function createBridge(options: BridgeOptions): (request: ToolRequest) => ToolCaller {
  const session = options.session ?? `mcp:${randomUUID()}`
  const leases = new Map<string, string>()
  /** By task: the last of the words that the model has got. The next write says so. */
  const heard = new Map<string, string>()
  /** The agent that the token is bound to, once a refusal has named it. */
  let bound: string | undefined

  const { verify, treeHere } = options
  return ({ clientName, signal }) => {
    const caller: ToolCaller = {
      get agent() {
        return options.agent ?? bound ?? clientName ?? "mcp"
      },
      project: options.project,
      async call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
        const { url, token, homeCheck } = await options.address()
        const client = createClient({
          url,
          token,
          homeCheck,
          session,
          host: options.host,
          actor: caller.agent,
        })
        const { id = "" } = input as { readonly id?: string }
        const got = heard.get(id)
        const given =
          got !== undefined && "heard" in (routes[name]?.fields ?? {}) ? { ...input, heard: got } : input
        try {
          const answer = await client.call(name, given, { signal })
          const last = (answer as Partial<OutputOf<"task.edit">>).said?.at(-1)
          if (last) heard.set(id, last.id)
          if (showsNoLease(answer)) leases.delete(id)
          return answer
        } catch (error) {
          // The model hears of it now. Later it may comment as anyone may.
          if (error instanceof UpnextError && error.code === "lease_lost") leases.delete(id)
          const owner = ownerOf(error)
          if (options.agent !== undefined || owner === undefined || owner === bound) throw error
          bound = owner
          return caller.call(name, input)
        }
      },
      ...(verify && { verify: (claim, call = caller.call) => verify(claim, call) }),
      ...(treeHere && { treeHere: (claim) => treeHere(claim, caller.call) }),
      nameHeld(id: string, { token }: GrantedLease) {
        leases.set(id, token)
        options.onClaim?.({ client: clientName ?? "", agent: caller.agent, session })
        return id
      },
      find(named: string) {
        const { id } = parseTaskName(named)
        const leaseToken = leases.get(id)
        return leaseToken === undefined ? { id } : { id, leaseToken }
      },
    }
    return caller
  }
}

// --- internal ---

/** Whether the answer shows a task without a lease, so that the kept token is worthless. */
function showsNoLease(answer: object): boolean {
  const { task } = answer as { readonly task?: { readonly lease?: unknown } | null }
  return task?.lease === null
}

/** The agent that a bound token belongs to, if the server refused the name we gave. */
function ownerOf(error: unknown): string | undefined {
  const isOther = error instanceof UpnextError && error.code === "actor_mismatch"
  return isOther && error.facts.field === undefined ? error.facts.agent : undefined
}
