import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { widthOf } from "../../src/terminal/width.ts"

const hasScript = spawnSync("script", ["--version"]).status === 0

test.skipIf(!hasScript).each([40, 80])(
  "in a terminal of %i columns the help breaks no word; only its examples, made to be copied, may be longer",
  (columns) => {
    const line = `stty cols ${columns}; node dist/cli.cjs task list --help; node dist/cli.cjs work --help`
    const { stdout } = spawnSync("script", ["-qec", line, "/dev/null"], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    })
    const lines = stdout.split(/\r?\n/)
    const wrapped = lines.filter((each) => /^ +[^ #]/.test(each) && !/^ {2}upnext /.test(each))
    expect(wrapped.length).toBeGreaterThan(60)
    for (const each of wrapped) expect(widthOf(each), each).toBeLessThanOrEqual(columns)
    expect(stdout.replace(/\s+/g, " ")).toContain("A weekday or a time of day alone means the last one.")
  },
)
