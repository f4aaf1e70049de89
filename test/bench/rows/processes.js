/** Whole processes of the command line, each in a clean environment. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { past } from "../boards.js"
import { several } from "../compare.js"
import { cleanEnvironment, space } from "../programs.js"

/** The ms that a process of Node takes. */
export function timed(args, expected = 0) {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env: cleanEnvironment })
  if (status !== expected) throw new Error(String(stderr))
  return performance.now() - began
}

const bareNode = () => several(() => timed(["-e", "0"]))

export const rows = [
  {
    what: "`upnext task next`, whole process : `node -e 0`",
    unit: "ms",
    want: "≤ 1.7",
    async ours() {
      const { few } = await past()
      const ask = ["dist/cli.cjs", "task", "next", "--agent", "a0", "--url", `http://127.0.0.1:${few}`]
      return several(() => timed(ask))
    },
    theirs: bareNode,
  },
  {
    what: "`upnext prime` without a server, whole process : `node -e 0`",
    unit: "ms",
    want: "≤ 4",
    // Nothing listens at port 1, so this is what a hook costs an agent whose server is down.
    ours: () =>
      several(() => timed(["dist/cli.cjs", "prime", "--agent", "a0", "--url", "http://127.0.0.1:1"])),
    theirs: bareNode,
  },
  {
    what: "`upnext start` on a port that is taken : `node -e 0`",
    unit: "ms",
    want: "≤ 12",
    async ours() {
      const { few } = await past()
      const taken = ["dist/cli.cjs", "start", "--port", String(few), "--home", join(space, "second")]
      return several(() => timed(taken, 1))
    },
    theirs: bareNode,
  },
]
