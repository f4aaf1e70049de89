import { rm } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { createServerLogger } from "../../src/server-log/logger.ts"
import { UpnextError } from "../../src/errors.ts"
import { upnext } from "../commands/upnext.ts"
import { freePort } from "../support/free-port.js"
import { call, startServer, temporaryHome } from "../support/server.ts"

const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const parse = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test("with `--log json` all that a server logs is one object a line: time, level, message and fields", async () => {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  const server = await startServer({ home, args: ["--log", "json"] })
  onTestFinished(() => server.kill("SIGKILL"))
  const logged = () =>
    parse(
      server
        .output()
        .split("\n")
        .filter((line) => /^\S/.test(line))
        .join("\n"),
    )
  const { url, pid } = server
  await expect.poll(logged).toEqual([
    expect.objectContaining({
      time,
      level: "info",
      message: `Upnext is listening at ${url} (pid ${pid}).`,
      url,
      pid,
      home,
    }),
  ])

  // A second start on the home: the reason is an entry too, and nothing else is written.
  const second = await upnext(["start", "--home", home, "--port", `${await freePort()}`], {
    UPNEXT_LOG: "json",
  })
  expect(second).toMatchObject({ status: 1, stdout: "" })
  expect(parse(second.stderr)).toEqual([
    {
      time,
      level: "error",
      code: "home_locked",
      facts: expect.anything(),
      message: expect.stringContaining(url),
    },
  ])

  await rm(join(home, "data", "journal"), { recursive: true })
  expect((await call(url, "POST", "/tasks", { title: "x" })).status).toBe(503)
  await expect
    .poll(() => logged()[1])
    .toEqual({ time, level: "warn", message: expect.stringContaining("was deleted") })
})

test("an error is an object, and only a defect has its stack", async () => {
  const written: string[] = []
  const { write } = process.stderr
  onTestFinished(() => void (process.stderr.write = write))
  process.stderr.write = (text) => written.push(String(text)) > 0
  const logger = await createServerLogger("/nonexistent", "json")
  logger.warn("It failed", new UpnextError("storage_full", { detail: "No room." }))
  logger.warn("It failed\nbadly", Object.assign(new TypeError("odd"), { code: "EODD" }))
  expect(parse(written.join(""))).toEqual([
    {
      time,
      level: "warn",
      message: "It failed",
      error: { code: "storage_full", message: "No room.", facts: {} },
    },
    {
      ...{ time, level: "warn", message: "It failed\nbadly" },
      error: {
        name: "TypeError",
        code: "EODD",
        message: "odd",
        stack: expect.stringContaining("json.test.ts"),
      },
    },
  ])
})

test("`--log` is text or json", async () => {
  expect((await upnext(["start", "--log", "xml"])).stderr).toContain("--log must be one of text, json")
  expect((await upnext(["start"], { UPNEXT_LOG: "xml" })).stderr).toContain(
    "UPNEXT_LOG: expected text or json",
  )
})
