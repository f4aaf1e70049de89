import * as z from "zod"
import { anonymous } from "../../domain/wire/names.ts"
import type { Engine } from "../../engine/api.ts"
import type { Command, Operation, Query } from "../../operation.ts"
import type { Requester } from "../request/auth.ts"
import type { Body, BodyReader } from "../request/body.ts"
import type { NodeExchange } from "../request/exchange.ts"
import type { FileBodyReader, FileStore } from "../request/file-body.ts"
import type { Proxies } from "../request/proxies.ts"
import { parseInput } from "../request/input.ts"
import { catchUpMs } from "./catch-up.ts"

export interface BodyReaders {
  readonly bodies: BodyReader
  readonly files: { readonly store: FileStore; readonly bodies: FileBodyReader }
  readonly proxies: Pick<Proxies, "addressOf">
}

/** @param params makes an object of the parameters of the path */
type ReadBody = (
  exchange: NodeExchange,
  params: () => Record<string, unknown>,
  sender: Requester,
) => Promise<Body>

/** How the body of a request for an operation is read: as JSON, or as a file if the operation takes one. */
export function createReadBody(
  operation: Operation,
  { engine, bodies, files, proxies }: BodyReaders & { readonly engine: Engine },
): ReadBody {
  const admit = operation.kind === "command" ? createAdmission(operation, engine) : undefined
  if (!admit)
    return ({ req, res }) => (operation.takesBulk ? bodies.readBulk(req, res) : bodies.read(req, res))
  return (exchange, params, sender) =>
    files.bodies.read(exchange, {
      admit: (size) => admit(params(), size, sender),
      owner: sender.who?.account ?? proxies.addressOf(exchange.req),
      signal: sender.signal,
    })
}

// --- internal ---

/** Rejects if a file of this size would be refused. @param given the parameters of the path */
type Admit = (given: Record<string, unknown>, size: number, sender: Requester) => Promise<void>

/** For a command that takes a file: the check that runs before the file is read. undefined for any other command. */
function createAdmission(operation: Command, engine: Engine): Admit | undefined {
  const { takesFile, name, summary, description, http, access, input } = operation
  if (!takesFile) return undefined
  const schema = input.omit({ file: true })
  return async (given, size, { who }) => {
    const asked = parseInput(schema, given)
    const admission: Query = {
      ...{ kind: "query", name, summary, description, http, access, input: schema },
      output: z.object({}),
      read(board) {
        takesFile.admit(board, asked, size)
        return {}
      },
    }
    const ask = () => engine.run({ operation: admission, input: asked, actor: anonymous, who })
    try {
      await ask()
    } catch {
      // Another server may have created the task a moment ago, so the log is read to its end before the request
      // is refused.
      await engine.reach(Infinity, { waitMs: catchUpMs })
      await ask()
    }
  }
}
