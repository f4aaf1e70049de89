import { isMainThread } from "node:worker_threads"

// The one script of the single executable: what `cli.cjs` and `past.cjs` are to the files of the package.
if (isMainThread) void import("../program.ts")
else void import("./serve-past.ts")
