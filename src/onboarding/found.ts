import { access, constants, lstat } from "node:fs/promises"
import { delimiter, isAbsolute, join } from "node:path"
import { clientNames, clients, type ClientName } from "./clients.ts"
import { succeeds } from "../machine/file-errors.ts"

/** A client that a repository is to be set up for, and why. */
export interface FoundClient {
  readonly name: ClientName
  readonly why: string
}

/** The clients that a repository shows signs of, or whose program is on the path. */
export async function findClients(root: string, path: string): Promise<FoundClient[]> {
  const found = await Promise.all(
    clientNames.map(async (name) => {
      const why = (await findSign(root, name)) ?? (await findProgram(path, name))
      return why === undefined ? [] : [{ name, why }]
    }),
  )
  return found.flat()
}

// --- internal ---

async function findSign(root: string, name: ClientName): Promise<string | undefined> {
  for (const sign of clients[name].signs)
    if (await succeeds(lstat(join(root, sign)))) return `${sign} is here`
  return undefined
}

async function findProgram(path: string, name: ClientName): Promise<string | undefined> {
  const directories = path.split(delimiter).filter(isAbsolute)
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""]
  for (const program of clients[name].programs)
    for (const directory of directories)
      for (const ending of endings)
        if (await succeeds(access(join(directory, program + ending), constants.X_OK)))
          return `\`${program}\` is on your PATH`
  return undefined
}
