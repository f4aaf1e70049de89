import { errors, type ErrorCode } from "../../errors.ts"
import { forParts } from "../header-table.ts"
import type { JsonSchema, Refer } from "../json-schema.ts"
import type { Documented, RecordForm } from "./model.ts"

/** The responses of operations. Refusals that several operations share are listed once in `responses`. */
export function createResponses(refer: Refer, form: RecordForm) {
  const responses: Record<string, JsonSchema> = {
    Problem: toRefusal("Any other refusal, such as 405 for another method on this path", ["Allow"]),
  }

  /** A reference to the shared refusal, or the refusal itself if others with this status differ. */
  function share(name: string, refusal: JsonSchema): JsonSchema {
    const known = (responses[name] ??= refusal)
    return JSON.stringify(known) === JSON.stringify(refusal)
      ? { $ref: `#/components/responses/${name}` }
      : refusal
  }

  function responsesOf({ answers, refusals = [] }: Documented): JsonSchema {
    const codes = [...new Set(refusals)]
    const statuses = [...new Set(codes.map((code) => errors[code].status))]
    const refused = statuses.map((status) => {
      const each = codes.filter((code) => errors[code].status === status)
      const refusal = toRefusal(each.map(inWords).join("; "), status === 401 ? ["WWW-Authenticate"] : [])
      return [status, share(`Refused${status}`, refusal)] as const
    })
    const answered = answers.map(({ status, meaning, content, parts, headers = [] }) => {
      const forms = Object.entries(content).map(([type, schema]) => [
        type,
        { schema: refer((form === "parts" && parts) || schema, "output") },
      ])
      const response = {
        description: meaning,
        ...withHeaders(headers.filter((name) => form === "parts" || !forParts.includes(name))),
        content: Object.fromEntries(forms) as JsonSchema,
      }
      return [status, response] as const
    })
    return {
      ...Object.fromEntries(refused),
      ...Object.fromEntries(answered),
      default: { $ref: "#/components/responses/Problem" },
    }
  }

  return { responses, responsesOf }
}

// --- internal ---

function inWords(code: ErrorCode): string {
  return `\`${code}\`: ${errors[code].title}`
}

function toRefusal(description: string, headers: readonly string[]): JsonSchema {
  const schema = { $ref: "#/components/schemas/Problem" }
  return { description, ...withHeaders(headers), content: { "application/problem+json": { schema } } }
}

function withHeaders(names: readonly string[]): JsonSchema {
  if (names.length === 0) return {}
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  }
}
