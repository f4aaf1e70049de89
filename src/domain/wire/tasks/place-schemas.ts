import * as z from "zod"
import { sides } from "../enums.ts"
import { whole } from "../schemas.ts"

/**
 * A git path may contain anything but NUL. A path with control characters cannot be shown unchanged, so it is refused
 * here.
 */
const File = z
  .string({ error: "expected the path of a file, such as src/a.ts" })
  .min(1, "must not be empty: give the path of a file")
  .max(1000, "must have at most 1000 characters")
  .refine(
    (text) => text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text),
    "must not contain control characters or broken Unicode",
  )
  .describe("the file's path in the repository, with `/` between its parts")

const commitForm = "expected a commit: 7 to 64 hexadecimal digits"

/** Where in a change a comment stands. */
export const PlaceIn = z
  .strictObject({
    file: File,
    line: whole(1, 999_999_999).describe("the number of the line, counted from 1"),
    side: z
      .enum(sides, { error: "expected old or new" })
      .nullish()
      .describe("`old`: the line is in the file as it was before the change; default: `new`"),
    commit: z
      .string({ error: commitForm })
      .regex(/^[0-9a-f]{7,64}$/, commitForm)
      .nullish()
      .describe("the commit that was reviewed"),
  })
  .meta({ id: "PlaceIn", description: "A line of a file in a change" })

export const PlaceView = z
  .object({
    file: z.string(),
    line: z.int(),
    side: z.enum(sides).describe("`old`: the line is in the file as it was before the change"),
    commit: z.string().nullable().describe("the commit that was reviewed"),
  })
  .meta({ id: "Place", description: "A line of a file in a change" })

/** The field of a comment that says where in a change it stands. */
export const placeOfComment = PlaceView.optional().describe(
  "the line that the comment is about, if it is about a line of the change",
)
