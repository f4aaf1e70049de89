import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { removeCluster } from "./postgres-cluster.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the PostgreSQL of this run lies, and the process that it must not outlive. */
    postgres: { readonly directory: string; readonly owner: number }
  }
}

/** Names the place of the one PostgreSQL of a run. The first test file that needs it starts it; it ends with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "upnext-postgres-"))
  project.provide("postgres", { directory, owner: process.pid })
  return () => removeCluster(directory)
}
