import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, sep } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { mutants } from "./mutants.ts"

/** UPNEXT_LONG=1 asks whether the seeds find what breaks a promise: minutes for each of these. */
const isLong = process.env["UPNEXT_LONG"] !== undefined
const most = 16

test.runIf(isLong).for(mutants)(
  `at most ${most} seeds find it when $name`,
  { timeout: 20 * 60_000 },
  ({ name, file, line, broken }) => {
    const place = mkdtempSync(join(tmpdir(), "upnext-mutant-"))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const left = new Set(["node_modules", ".git", "dist"])
    cpSync(".", place, {
      recursive: true,
      filter: (path) => !left.has(relative(".", path).split(sep)[0] ?? ""),
    })
    symlinkSync(join(process.cwd(), "node_modules"), join(place, "node_modules"))
    const text = readFileSync(file, "utf8")
    expect(text.split(line), `${name}: this is once in ${file}`).toHaveLength(2)
    writeFileSync(
      join(place, file),
      text.replace(line, () => broken),
    )
    execFileSync(process.execPath, [".ci/bundle.js"], { cwd: place })
    const seeds = { UPNEXT_LONG: "1", UPNEXT_FIRST_SEED: "4001", UPNEXT_SEEDS: `${most}` }
    const run = ["node_modules/vitest/vitest.mjs", "run", "test/habits/habits.test.ts", "--bail", "1"]
    const { stdout } = spawnSync(process.execPath, run, {
      ...{ cwd: place, env: { ...process.env, ...seeds, NO_COLOR: "1" }, encoding: "utf8" },
      maxBuffer: 64 * 1024 * 1024,
    })
    expect(stdout).toMatch(/× what agents and people do .* seed \d+/)
  },
)
