import * as z from "zod"
import { line } from "../schemas.ts"

const isoTime = z.iso.datetime()
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** The name of a file. It is shown and offered for a download, and never used as a path. */
export const FileName = line(255, "the name of a file")
  .refine(
    (name) => !/[/\\]/.test(name),
    "must not contain a slash: send the name of the file, without its folder",
  )
  .refine((name) => name !== "." && name !== "..", "must name a file")
  .refine((name) => !direction.test(name), "must not contain characters that change the direction of text")
  .describe("name of the file, 1–255 characters, without its folder")

/** An id in any case, parsed to the form `A-7`. */
export const AttachmentId = z
  .string({ error: "expected the id of a file, such as A-7" })
  .trim()
  .regex(/^a-[1-9]\d{0,14}$/i, "expected the id of a file, such as A-7")
  .transform((id) => id.toUpperCase())
  .meta({ description: "id of the file, such as A-7", pattern: "^\\s*[Aa]-[1-9]\\d{0,14}\\s*$" })

export const Sha256 = z
  .string()
  .regex(/^[\da-f]{64}$/, "expected a SHA-256, 64 characters in hex")
  .describe("the SHA-256 of the file's bytes, in hex")

/** The description that a request gives of its file, once the file's bytes are durable. */
export const FileIn = z
  .strictObject({ name: FileName, size: z.int().min(0), type: line(100, "a media type"), sha256: Sha256 })
  .describe("the file")

export const AttachmentView = z
  .object({
    id: z.string(),
    taskId: z.string(),
    name: z.string(),
    size: z.int().describe("in bytes"),
    type: z
      .string()
      .describe(
        "the file's media type, detected from its bytes: an image type, `text/plain`, `application/pdf`, or `application/octet-stream` for anything else",
      ),
    sha256: z.string().describe("the SHA-256 of the file's bytes, in hex"),
    by: z.string().describe("who attached it"),
    createdAt: isoTime,
  })
  .meta({ id: "Attachment", description: "A file attached to a task" })
export type AttachmentView = z.infer<typeof AttachmentView>
