// The contents of `dist/postgres.cjs`: the log on PostgreSQL, with its driver. A server on a journal never loads
// them.
export { doAlone } from "./alone.ts"
export { openPostgresCopy, openPostgresSource } from "./export.ts"
export { openPostgresTarget } from "./import.ts"
export { inspectPostgres } from "./inspect.ts"
export { readDatabaseKey } from "./key.ts"
export { openPostgres } from "./open.ts"
export { readDatabase } from "./source.ts"
