import type { OperationName, OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import type { ClientCommand } from "../../terminal/command-shape.ts"
import type { Flags } from "../../terminal/flag.ts"
import { databaseFlags } from "../start/flags.ts"
import { hidePasswords } from "../start/hide-passwords.ts"
import { findHomeProof } from "./home-proof.ts"

/** Where the key of the board is, if it is not in the home. */
export const boardFlags: Flags = Object.fromEntries(
  Object.entries(databaseFlags).filter(([name]) => name === "database" || name === "board"),
)

/** A command on accounts and tokens: by the token that the caller has, else by the home. */
export function accessCommand<N extends OperationName, A = OutputOf<N>>(command: ClientCommand<N, A>) {
  return clientCommand<N, A>({
    ...command,
    flags: { ...command.flags, ...boardFlags },
    about: [...(command.about ?? []), aboutRight],
    findProof: findHomeProof,
    run(call) {
      hidePasswords([call.flags["database"]])
      return command.run?.(call) ?? (call.client.call(command.operation, call.input) as Promise<A>)
    },
  })
}

// --- internal ---

const aboutRight =
  "Requires a token with the role admin, or access to the server's data directory. The key in that directory then serves as proof."
