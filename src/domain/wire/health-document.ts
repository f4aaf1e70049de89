import * as z from "zod"

/** What `GET /health` answers, whether the server can write or not. */
export const HealthDocument = z
  .object({
    status: z
      .enum([
        "ok",
        "degraded",
        "storage_failed",
        "storage_full",
        "storage_unreachable",
        "storage_diverged",
        "routes_failed",
        "stopping",
      ])
      .describe(
        "`ok`; `degraded`: the server works, but something needs attention; otherwise why nothing can be written",
      ),
    name: z.literal("upnext"),
    version: z.string(),
    seq: z.int().describe("the seq of the last event"),
    uptime_seconds: z.int().describe("how long the server has been running"),
    tasks: z.object({ total: z.int().describe("all tasks except those in the trash") }),
    homeId: z
      .string()
      .optional()
      .describe("a random id for the data directory; a client recognizes its server by this id"),
    proof: z
      .string()
      .optional()
      .describe(
        "only if `?challenge=` has 22 to 64 random characters: an HMAC of these characters and of `Host`, with the data directory's key",
      ),
    board: z
      .string()
      .optional()
      .describe("a random id for the board; omitted before the board's first event"),
    detail: z.string().optional().describe("one sentence on what needs attention"),
    clock: z
      .object({
        behindMs: z.int().describe("how far the machine's clock is behind the board's time, in ms"),
        detail: z.string().describe("how far behind it is, in words, and the consequences"),
      })
      .optional()
      .describe("only if the machine's clock is 5 s or more behind; writes still work"),
    search: z
      .object({ detail: z.string().describe("why the search is off") })
      .optional()
      .describe("only if the search index did not fit into memory; everything else works"),
    isReplaced: z
      .literal(true)
      .optional()
      .describe("the program on disk differs from the running one: restart the server"),
    maxAttempts: z.int().optional().describe("failed attempts after which a task is blocked"),
    maxExpiries: z.int().optional().describe("expired claims after which a task is blocked"),
    database: z
      .object({
        version: z.string().describe("the version of PostgreSQL"),
        reachable: z.boolean().describe("whether the last attempt to reach the database succeeded"),
        silentMs: z.int().describe("how long the database has been unreachable, in ms; reads still work"),
        behind: z.int().describe("how many known events from other servers this server has not read yet"),
        listening: z
          .boolean()
          .describe("whether notices from other servers arrive; if not, the server polls every second"),
        clockOffsetMs: z.int().describe("the database's clock minus this machine's clock, in ms"),
        servers: z.int().describe("how many servers share the board, this one included"),
      })
      .optional()
      .describe("only if the board is in a database, which several servers may share"),
    backup: z
      .object({
        at: z.string().optional().describe("when the last backup began; omitted before the first one"),
        ageMs: z.int().optional().describe("how long ago the last backup began, in ms"),
        everyMs: z.int().describe("how often a backup is made"),
        detail: z.string().optional().describe("why the last backup failed; it will be retried"),
      })
      .optional()
      .describe("the board's scheduled backups, if the server makes any"),
    notify: z
      .object({
        targets: z.int().describe("the number of targets to which needs are sent"),
        isSending: z.boolean().describe("false: another server for the board sends the needs"),
        detail: z.string().optional().describe("why the last message failed; it will be retried"),
      })
      .optional()
      .describe("only if needs are sent to people (the setting `notify`)"),
    hostedDashboard: z.string().optional().describe("URL of a dashboard hosted elsewhere"),
  })
  .meta({ id: "Health", description: "Whether the server can write, and if not, why" })
export type HealthDocument = z.infer<typeof HealthDocument>
