import { wrongResourceName } from "./resource-names.ts"
import { line } from "../schemas.ts"

export const Skill = line(64, "a skill").describe("what an agent can do, 1–64 characters, compared exactly")
/** The name of a resource with limited capacity, parsed without a trailing slash. */
export const ResourceName = line(200, "the name of a resource")
  .transform((name) => name.replace(/\/$/, ""))
  .superRefine((name, issues) => {
    const message = wrongResourceName(name)
    if (message !== undefined) issues.addIssue({ code: "custom", input: name, message })
  })
  .meta({
    type: "string",
    minLength: 1,
    maxLength: 200,
    description: "name of a shared resource, such as `src/http`; slashes separate its parts",
  })
