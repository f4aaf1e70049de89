import { createHash } from "node:crypto"
import { clientNames, type ClientName } from "./clients.ts"
import type { Json } from "../domain/wire/metadata.ts"
import type { Piece, Trace } from "./piece.ts"
import { isObject } from "../machine/text.ts"

/** Where it is kept what was written. It belongs to the repository, so that anyone in it can take things back. */
export const recordPath = ".upnext/agents.json"

export interface WrittenPiece extends Trace {
  readonly path: string
  readonly kind: Piece["form"]["kind"]
  /** Of a block: how its markers are written. */
  readonly marks?: "markdown" | "toml"
  /** Of JSON: where it is. */
  readonly at?: readonly string[]
  readonly sign?: string
  readonly sha256: string
}

/**
 * A file that was not there, or that held nothing but white space: then `blank` is what it held. Or one that its reader
 * could not read, and that was moved aside.
 */
export interface MadeFile {
  readonly blank?: string
  /** What it held from the beginning besides the pieces. */
  readonly besides?: Readonly<Record<string, Json>>
  /** Of what stood there before, and was moved aside: its hash. */
  readonly moved?: string
}

export interface AgentsRecord {
  readonly clients: readonly ClientName[]
  readonly hooks: boolean
  readonly pieces: readonly WrittenPiece[]
  readonly files: Readonly<Record<string, MadeFile>>
  /** Directories that were made, the outermost first. */
  readonly directories: readonly string[]
}

export const emptyRecord: AgentsRecord = { clients: [], hooks: false, pieces: [], files: {}, directories: [] }

/** The hash by which an own piece is recognised. */
export function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex")
}

/** Whether a file holds a record; it comes with the repository, and anyone may have written it. */
export function isRecord(value: unknown): value is AgentsRecord {
  if (!isObject(value)) return false
  const { clients, hooks, pieces, files, directories } = value
  return (
    isTexts(clients) &&
    clients.every((each) => (clientNames as readonly string[]).includes(each)) &&
    typeof hooks === "boolean" &&
    Array.isArray(pieces) &&
    pieces.every(isWritten) &&
    isObject(files) &&
    Object.entries(files).every(([path, each]) => isInside(path) && isMade(each)) &&
    isTexts(directories) &&
    directories.every(isInside)
  )
}

// --- internal ---

function isWritten(value: unknown): boolean {
  if (!isObject(value)) return false
  const { path, kind, marks, at, sign, sha256: hash } = value
  return (
    typeof path === "string" &&
    isInside(path) &&
    ["block", "entry", "item", "whole"].includes(String(kind)) &&
    (marks === undefined || marks === "markdown" || marks === "toml") &&
    (at === undefined ? kind === "block" || kind === "whole" : isTexts(at) && at.length > 0) &&
    (kind !== "item" || (typeof sign === "string" && sign !== "")) &&
    typeof hash === "string"
  )
}

function isMade(value: unknown): boolean {
  return isObject(value) && ["string", "undefined"].includes(typeof value["moved"])
}

/** The record comes with the repository, and somebody else may have written it. */
function isInside(path: string): boolean {
  return (
    path !== "" &&
    !/^[\\/]|^[a-z]:|\\/i.test(path) &&
    !path.split("/").some((part) => ["", ".", ".."].includes(part))
  )
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string")
