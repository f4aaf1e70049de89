import { existsSync } from "node:fs"
import { join } from "node:path"
import { asRefusal } from "../machine/file-errors.ts"
import { makeDirectory } from "../machine/make-directory.ts"
import { ofNewBoard } from "./board-settings.ts"
import { configPath, createConfigFile, type ConfigFile } from "./config-file.ts"
import type { Config } from "./config.ts"

/** All settings with their defaults, so that a reader finds what can be changed. */
const initial = {
  host: "127.0.0.1",
  port: 4445,
  lease: "30m",
  maxAttempts: 3,
  maxExpiries: 5,
  policy: { ...ofNewBoard, criteria: "optional" },
}

/** Makes a home and its config file. Resolves to the paths that were not there before. */
export async function createHome(home: string, config: ConfigFile = initial): Promise<string[]> {
  const path = configPath(home)
  const made = await makeDirectory(home)
  const isNew = await createConfigFile(path, config).catch((error: unknown) => {
    throw asRefusal(error, path)
  })
  return [...(made.length > 0 ? [home] : []), ...(isNew ? [path] : [])]
}

/**
 * The settings of a home at its start. One without a board and without settings of its own gets those of a new board, in its
 * config file, so that later versions with other defaults leave them as they are.
 */
export async function settleNewHome(config: Config): Promise<Config> {
  const { home, database, chosen, policy } = config
  if (database !== undefined || chosen?.reflection !== undefined || existsSync(join(home, "data")))
    return config
  const made = await createHome(home, { policy: ofNewBoard })
  return made.includes(configPath(home)) ? { ...config, policy: { ...policy, ...ofNewBoard } } : config
}
