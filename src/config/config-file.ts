import { Low } from "lowdb"
import { join } from "node:path"
import { fail } from "../errors.ts"
import { asRefusal, errno } from "../machine/file-errors.ts"
import { durableText, jsonFile, newDurableText } from "../machine/json-file.ts"
import { nearest } from "../nearest.ts"
import { settings } from "./setting-forms.ts"
import { isObject } from "../machine/text.ts"

/** What a config file holds. */
export type ConfigFile = Readonly<Record<string, unknown>>

export function configPath(home: string): string {
  return join(home, "config.json")
}

/** The object in a config file, with its keys checked; an empty one if there is no file. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const file = jsonFile<ConfigFile>(durableText(path))
  const config = (await file.read().catch((cause: unknown) => failRead(path, cause))) ?? {}
  checkKeys(path, config, fileKeys)
  for (const [section, keys] of sections) {
    const value = config[section]
    if (value !== undefined) checkKeys(`${path}: ${section}`, parseSection(path, value), keys)
  }
  return config
}

/** The object in a config file, whatever its keys are; undefined if it cannot be read as one. */
export async function readAnyConfigFile(path: string): Promise<ConfigFile | undefined> {
  return jsonFile<ConfigFile>(durableText(path))
    .read()
    .then(
      (data) => data ?? {},
      () => undefined,
    )
}

/** Writes a new config file; answers false where there is one, also one that was made at the same moment. */
export async function createConfigFile(path: string, config: ConfigFile): Promise<boolean> {
  const file = newDurableText(path)
  if ((await file.read()) !== undefined) return false
  const db = new Low(jsonFile<ConfigFile>(file), config)
  return db.write().then(
    () => true,
    (error: unknown) => {
      if (errno(error) === "EEXIST") return false
      throw error
    },
  )
}

// --- internal ---

const [fileKeys, sections] = keysOf(Object.keys(settings).map((key) => key.split(".")))

/** The keys of a config file, and those in each of its objects. */
function keysOf(paths: readonly string[][]): [string[], Map<string, string[]>] {
  const inside = new Map<string, string[]>()
  for (const [section = "", key] of paths)
    if (key !== undefined) inside.set(section, [...(inside.get(section) ?? []), key])
  return [[...new Set(paths.map(([key = ""]) => key))], inside]
}

function checkKeys(where: string, value: ConfigFile, known: readonly string[]): void {
  if ("token" in value) {
    fail("invalid_config", {
      detail: `${where} contains a plain-text token.`,
      hint: 'Store only the SHA-256 of the token: "tokens": [{"hash": "…"}]; or leave the token out and set UPNEXT_TOKEN.',
    })
  }
  const unknown = Object.keys(value).filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  const said = unknown.map((key) => {
    const meant = nearest(key, known)
    return `unknown key ${JSON.stringify(key)}.${meant ? ` Did you mean ${meant}?` : ""}`
  })
  fail("invalid_config", { detail: `${where}: ${said.join(" ")}`, hint: `The keys are ${known.join(", ")}.` })
}

function failRead(path: string, cause: unknown): never {
  if (cause instanceof SyntaxError)
    return fail("invalid_config", { detail: `${path} is not valid JSON: ${cause.message}.`, cause })
  if (cause instanceof TypeError)
    return fail("invalid_config", { detail: `${path} must contain a JSON object.`, cause })
  throw asRefusal(cause, path)
}

function parseSection(path: string, value: unknown): ConfigFile {
  if (isObject(value)) return value
  return fail("invalid_config", `${path} must contain a JSON object.`)
}
