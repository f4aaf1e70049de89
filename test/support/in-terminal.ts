import { spawnSync } from "node:child_process"

/** Whether there is a program that gives another one a terminal. */
export const hasScript = spawnSync("script", ["--version"]).status === 0

/** What a shell line prints in a terminal of so many columns. */
export function inTerminal(columns: number, line: string, env: NodeJS.ProcessEnv = {}): string[] {
  const { stdout } = spawnSync("script", ["-qec", `stty cols ${columns}; ${line}`, "/dev/null"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", NO_COLOR: "1", ...env },
  })
  return stdout.split(/\r?\n/)
}
