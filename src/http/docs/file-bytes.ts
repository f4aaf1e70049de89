import * as z from "zod"

/** The bytes of a file, as OpenAPI says it. */
export const FileBytes = z.string().meta({ format: "binary" })
