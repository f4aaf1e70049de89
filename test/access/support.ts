import { randomBytes } from "node:crypto"
import { expect } from "vitest"
import { createKeyUses, type KeyUses } from "../../src/config/key-uses.ts"
import { hashToken } from "../../src/config/token.ts"
import type { AccessRole, Identity } from "../../src/domain/wire/access/access.ts"
import { namedActor } from "../../src/domain/rules/actor.ts"
import { nameKey } from "../../src/domain/wire/names.ts"
import { createAuth, type AuthOptions } from "../../src/http/request/auth.ts"
import { createMcpEndpoint } from "../../src/mcp/parts.ts"
import { startServer, type Ask, type Reply, type TestServer } from "../support/http.ts"
import { dump, operationNamed, startService, type Service } from "../support/service.ts"

type Input = Record<string, unknown>

/** An account with a token, as a test speaks for it. */
export interface Member {
  readonly name: string
  readonly token: string
  /** Runs an operation by this account, without a request. Throws what refuses it. */
  // Tests read only the parts they need.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(operation: string, input?: Input): Promise<any>
  /** Sends a request with its token. */
  ask(path: string, init?: Ask): Promise<Reply>
}

export interface Sent {
  readonly role?: AccessRole
  readonly agent?: string | null
  readonly person?: boolean
  readonly expires?: string
}

/** A real engine behind the real HTTP face, in this process. */
export interface AccessBoard {
  readonly service: Service
  readonly server: TestServer
  readonly home: KeyUses
  /** Makes an account with a token, or another token of it. Its role is `work` if not said. */
  join(name: string, sent?: Sent): Promise<Member>
  /** Runs an operation with the key of the home in hand. */
  // oxlint-disable-next-line typescript/no-explicit-any
  runHome(operation: string, input?: Input): Promise<any>
  /** Sends a request with a proof of the home. */
  askHome(path: string, init?: Ask): Promise<Reply>
  setRole(name: string, role: AccessRole): Promise<void>
  /** Expects that all this changes nothing of the board, and that nobody is told of anything. */
  expectUntouched(act: () => Promise<void>): Promise<void>
}

export async function startAccess(
  options: Partial<Pick<AuthOptions, "tokens" | "isOff" | "isNeeded" | "shared">> & {
    readonly service?: Parameters<typeof startService>[0]
  } = {},
): Promise<AccessBoard> {
  const service = await startService(options.service)
  const home = createKeyUses(randomBytes(32))
  const { engine } = service
  const { tokens = [], isOff = false, isNeeded = false, shared } = options
  const auth = createAuth({ engine, tokens, isOff, isNeeded, isHomeProof: home.isHomeProof, shared })
  const server = await startServer({
    engine,
    auth,
    loadMcp: (invoke) =>
      Promise.resolve(
        createMcpEndpoint({ version: "1", invoke, leaseToken: engine.leaseToken, warn: () => undefined }),
      ),
  })
  const told: unknown[] = []
  engine.subscribe((events) => told.push(...events))

  async function run(who: Identity, operation: string, input: Input = {}) {
    const declared = operationNamed(operation)
    const { answer } = await engine.run({
      operation: declared,
      input: declared.input.parse(input),
      actor: namedActor(declared.actor && input[declared.actor], { agent: who.agent, actor: who.name }),
      who,
    })
    return JSON.parse(JSON.stringify(answer)) as unknown
  }

  const runHome = (operation: string, input?: Input) => run({ role: "admin", isHome: true }, operation, input)

  return {
    service,
    server,
    home,
    runHome,
    async join(name, sent = {}) {
      const isKnown = service.board.accounts.has(nameKey(name))
      const input = { account: name, ...(!isKnown && { role: "work" }), ...sent }
      const { secret: token } = (await runHome("token.create", input)) as { secret: string }
      return {
        name,
        token,
        run(operation, input) {
          const who = engine.identities.find(hashToken(token))
          if (!who) throw new Error(`the token of ${name} has ended`)
          return run(who, operation, input)
        },
        ask: (path, init) => server.ask(path, withAuthorization(`Bearer ${token}`, init)),
      }
    },
    askHome(path, init = {}) {
      const proof = home.proveHome(
        { method: init.method ?? "GET", host: hostOf(server), path: path.split("?")[0] ?? "" },
        Date.now(),
      )
      return server.ask(path, withAuthorization(`Upnext-Home ${proof}`, init))
    },
    async setRole(name, role) {
      await runHome("account.edit", { name, role })
    },
    async expectUntouched(act) {
      const [before, seq, heard] = [dump(service.board), engine.seq, told.length]
      await act()
      expect(dump(service.board)).toEqual(before)
      expect(engine.seq).toBe(seq)
      expect(told.slice(heard)).toEqual([])
    },
  }
}

/** As a client names the server. */
export function hostOf({ port }: Pick<TestServer, "port">): string {
  return `127.0.0.1:${port}`
}

/** Expects a refusal in the form of all refusals. */
export function expectProblem({ status, headers, json }: Reply, code: string): void {
  expect({ status, ...json }).toMatchObject({
    code,
    status: (json as { status: number }).status,
    title: expect.any(String) as string,
    detail: expect.any(String) as string,
    hint: expect.any(String) as string,
    type: expect.stringContaining(code) as string,
  })
  expect(headers["content-type"]).toContain("application/problem+json")
}

// --- internal ---

function withAuthorization(authorization: string, { headers, ...init }: Ask = {}): Ask {
  return { ...init, headers: { authorization, ...headers } }
}
