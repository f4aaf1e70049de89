import { createServer, type AddressInfo } from "node:net"
import { once } from "node:events"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { call, temporaryHome } from "../support/server.ts"
import { allowUrl } from "../support/allow-url.ts"
import { serveApart, upnext as upnextAt } from "./upnext.ts"

const served = await serveApart()
const { home, upnext } = served

/** Another user's place, from which the server is known by its URL only. */
let elsewhere: Awaited<ReturnType<typeof temporaryHome>>
beforeAll(async () => {
  elsewhere = await temporaryHome()
})
afterAll(() => elsewhere.remove())

const away = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  upnext(args, { UPNEXT_HOME: elsewhere.home, ...env })

const tokenForm = /^upn_[\w-]{38}\n$/

/** Makes a token with the home in hand. */
async function make(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await upnext(["token", "create", ...args])
  expect(status, stderr).toBe(0)
  return stdout.trim()
}

describe("on a board that asks nobody", () => {
  test("there are no accounts and no tokens, which only the home may see", async () => {
    expect((await upnext(["account", "list"])).stderr).toMatch(/^No accounts\./)
    expect((await upnext(["token", "list"])).stderr).toMatch(/^No tokens\./)
    for (const what of ["account", "token"])
      expect(await away([what, "list"])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(
          "Authentication is off, so managing accounts and tokens requires the key",
        ),
      })
    expect((await away(["whoami"])).stdout).not.toContain("account")
  })

  test("nobody makes the first token without the home", async () => {
    const { status, stderr } = await away(["token", "create", "--name", "ada"])
    expect(status).toBe(1)
    expect(stderr).toContain("Authentication is off, so managing accounts and tokens requires the key")
    expect(stderr).toMatch(/hint {2}Run the command on the server's machine/)
    expect((await away(["token", "create", "--name", "ada"], { UPNEXT_TOKEN: "upn_any" })).status).toBe(1)
    expect((await upnext(["token", "list", "--json"])).json()).toMatchObject({ total: 0 })
  })
})

describe("the first token", () => {
  let token: string

  test("is alone on standard output; all that is said of it is on standard error", async () => {
    const { status, stdout, stderr } = await upnext(["token", "create", "--name", "ada", "--person"])
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(tokenForm)
    expect(stderr).toContain("K-1 is a token for ada (role admin, a person), valid until it is revoked")
    expect(stderr).toContain("Authentication is now on")
    expect(stderr).toContain("`upnext login")
    expect(stderr).toContain("The token will not be shown again.")
    expect(stderr).not.toContain(stdout.trim())
    token = stdout.trim()
  })

  test("makes the board ask everybody", async () => {
    const { status, stderr } = await upnext(["list"])
    expect(status).toBe(1)
    expect(stderr).toMatch(/This board requires a token\.\nhint {2}Set UPNEXT_TOKEN/)
    expect((await away(["list", "--token", token])).status).toBe(0)
  })

  test("lets its account make more, from anywhere; they do not say again that the board asks", async () => {
    const { status, stdout, stderr } = await away(
      ["token", "create", "--name", "ci", "--agent", "ann", "--expires", "30d"],
      { UPNEXT_TOKEN: token },
    )
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(tokenForm)
    expect(stderr).toMatch(/K-2 is a token for ci \(role work, as ann\), valid until .+ \(in 4w\)/)
    expect(stderr).not.toContain("From now on")
  })

  test("and whoever made it is the actor, not the agent that it is bound to", async () => {
    const headers = { authorization: `Bearer ${token}` }
    const known = await call(served.server.url, "GET", "/log", undefined, headers)
    expect(known.status, known.text).toBe(200)
    const response = await fetch(`${served.server.url}/events?after=0`, { headers })
    const newest = new RegExp(`^id: ${String(known.body["log"].last.seq)}\\n[^]*\\n\\n`, "m")
    let text = ""
    // Up to the newest event: without the token that is looked for, the stream would go on for ever.
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(part).toString()
      if (newest.test(text)) break
    }
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, data = ""]) => JSON.parse(data) as Record<string, unknown>,
    )
    const made = events.find(
      ({ type, data }) => type === "token.created" && JSON.stringify(data).includes("K-2"),
    )
    expect(made).toMatchObject({ via: "ada" })
    expect(made?.["actor"]).not.toBe("ann")
  })

  test("`--json` prints it in one document", async () => {
    const made = (await upnext(["token", "create", "--name", "ops", "--role", "manage", "--json"])).json()
    expect(made).toMatchObject({ account: { name: "ops", role: "manage" }, first: false })
    expect(`${String(made["secret"])}\n`).toMatch(tokenForm)
  })
})

describe("accounts", () => {
  test("are made, shown, changed and deleted", async () => {
    const made = await upnext(["account", "create", "bo", "--role", "work", "--agent", "cy"])
    expect(made.stdout).toBe("✓ bo is an account: role work, acts as cy\n")
    expect((await upnext(["account", "show", "bo"])).stdout).toMatch(/acts as +cy\n +person +no\n +tokens +0/)
    const edited = await upnext(["account", "edit", "bo", "--agent", "", "--person"])
    expect(edited.stdout).toBe("✓ bo is changed: role work, a person, acts as bo\n")
    const listed = await upnext(["account", "list"])
    expect(listed.stdout).toMatch(/^bo +work +bo +yes +0/m)
    expect((await upnext(["account", "delete", "bo"])).status).toBe(0)
    const gone = await upnext(["account", "show", "bo"])
    expect(gone.stderr).toMatch(/There is no account bo\.\nhint {2}`upnext account list/)
  })

  test("a role below admin is told which role it takes", async () => {
    const token = await make("--name", "low")
    const { status, stderr } = await upnext(["account", "list"], { UPNEXT_TOKEN: token })
    expect(status).toBe(1)
    expect(stderr).toContain("The account low has the role work and may not use account.list")
    expect(stderr).toContain("hint  Use a token with the role admin")
  })

  test("an account is not changed by a token for it", async () => {
    const { status, stderr } = await upnext(["token", "create", "--name", "low", "--role", "read"])
    expect(status).toBe(1)
    expect(stderr).toMatch(/`upnext account edit low/)
  })
})

describe("tokens", () => {
  test("end when they are revoked", async () => {
    const token = await make("--name", "brief")
    expect((await upnext(["list", "--token", token])).status).toBe(0)
    const listed = (await upnext(["token", "list", "--account", "brief", "--json"])).json()
    const [{ id } = { id: "" }] = listed["tokens"] as { id: string }[]
    // The number alone is enough, as for tasks.
    expect((await upnext(["token", "revoke", id.slice(2)])).stdout).toBe(`✓ ${id} is revoked\n`)
    const refused = await upnext(["list", "--token", token])
    expect(refused.stderr).toContain("The token is unknown here, or no longer valid.")
    expect((await upnext(["token", "revoke", id])).stderr).toContain(`There is no token ${id}.`)
    const wrong = await upnext(["token", "revoke", "T-1"])
    expect(wrong.status).toBe(2)
    expect(wrong.stderr).toContain("expected the id of a token, such as K-7")
  })

  test("are replaced by rotation, after ten minutes, after a while or at once", async () => {
    const first = await make("--name", "turn")
    const { stdout, stderr } = await upnext(["token", "rotate", "turn"])
    expect(stdout).toMatch(tokenForm)
    expect(stderr).toMatch(/all the account's other tokens, which stay valid until .* \(in 10m\)/)
    expect(stderr).toContain("is a token for turn (role work)")
    const second = stdout.trim()
    for (const token of [first, second]) expect((await upnext(["list", "--token", token])).status).toBe(0)
    const again = await upnext(["token", "rotate", "turn", "--overlap", "off"])
    expect(again.stderr).toContain("all the account's other tokens.\n")
    const third = again.stdout.trim()
    for (const token of [first, second]) expect((await upnext(["list", "--token", token])).status).toBe(1)
    expect((await upnext(["list", "--token", third])).status).toBe(0)
  })
})

describe("whoami", () => {
  test("shows the account and what it may do", async () => {
    const token = await make("--name", "dee", "--agent", "dora", "--person")
    const { stdout } = await upnext(["whoami", "--token", token])
    expect(stdout).toMatch(/^name +dora {2}\(the token\)$/m)
    expect(stdout).toMatch(/^account +dee {2}\(role work, acts as dora, a person\)$/m)
    expect((await upnext(["whoami", "--token", token, "--json"])).json()).toMatchObject({
      access: { account: "dee", role: "work", agent: "dora", person: true },
    })
  })

  test("without a token says so, as every command does", async () => {
    const { status, stderr } = await upnext(["whoami"])
    expect(status).toBe(1)
    expect(stderr).toMatch(/This board requires a token\.\nhint {2}Set UPNEXT_TOKEN/)
  })
})

describe("the home in hand", () => {
  test("does not speak for a token that is not good", async () => {
    const { status, stderr } = await upnext(["account", "list"], { UPNEXT_TOKEN: "upn_wrong" })
    expect(status).toBe(1)
    expect(stderr).toContain("The token is mistyped")
  })

  test("of another server is refused, and the error says which way is right", async () => {
    mkdirSync(join(elsewhere.home, "data"), { recursive: true })
    writeFileSync(join(elsewhere.home, "data", "key"), Buffer.alloc(32, 7))
    const { status, stderr } = await away(["account", "list"])
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /not the one in the server's data directory.*\nhint {2}No token was given, so the data directory's key was tried\./,
    )
  })

  test("is not shown to a server that only a file of the directory names", async () => {
    const asked: string[] = []
    const stranger = createServer((socket) => {
      socket.on("data", (part) => {
        asked.push(part.toString())
        const body = JSON.stringify({
          type: "about:blank",
          code: "needs_home",
          title: "",
          status: 403,
          detail: "No.",
          hint: "No.",
        })
        socket.end(
          `HTTP/1.1 403 Forbidden\r\ncontent-type: application/problem+json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
        )
      })
    }).listen(0, "127.0.0.1")
    await once(stranger, "listening")
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    const { home: place, remove } = await temporaryHome()
    writeFileSync(join(place, ".upnext.json"), JSON.stringify({ url }))
    const line = ["token", "create", "--name", "x"]
    await allowUrl(join(place, ".config"), url)
    await upnextAt(line, { HOME: place, UPNEXT_HOME: "" }, "", place)
    mkdirSync(join(place, ".upnext", "data"), { recursive: true })
    writeFileSync(join(place, ".upnext", "data", "key"), Buffer.alloc(32, 7))
    await upnextAt(line, { HOME: place }, "", place)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.join()).not.toMatch(/authorization/i)
    // Where the user names it, the server has to show first that it holds the same key.
    const named = await upnextAt([...line, "--url", url], { HOME: place }, "", place)
    expect(named.status).not.toBe(0)
    expect(asked.join()).toContain("GET /health?challenge=")
    expect(asked.join()).not.toMatch(/authorization/i)
    stranger.close()
    await remove()
  })
})

describe("a token is in no other place than the one line", () => {
  /** All files below a directory, as one text. */
  const textBelow = (directory: string): string =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
      .join("\n")

  test("not in the home, in what the server says, in other answers, nor in the list of processes", async () => {
    const admin = await make("--name", "seen", "--role", "admin")
    const lines = [
      ["account", "list", "--json"],
      ["account", "show", "seen", "--json"],
      ["token", "list", "--json"],
      ["token", "list"],
      ["account", "edit", "seen", "--person", "--json", "--full"],
      ["whoami", "--json"],
      ["status", "--json"],
    ]
    for (const line of lines) {
      const { stdout, stderr } = await upnext(line, { UPNEXT_TOKEN: admin })
      expect(stdout + stderr, line.join(" ")).not.toMatch(/upn_|[\da-f]{64}/)
    }
    const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
    const titles = processes.map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8")
      } catch {
        return ""
      }
    })
    expect(textBelow(home)).toContain('"token.created"')
    for (const text of [textBelow(home), served.server.output(), titles.join("\n")])
      expect(text).not.toContain(admin)
  })
})

describe("auth off", () => {
  test("asks first, and where it cannot it changes nothing", async () => {
    const { status, stderr } = await upnext(["auth", "off"])
    expect(status).toBe(2)
    expect(stderr).toMatch(/there is no terminal to ask in\.\nhint {2}Add --yes/)
  })

  test("takes the home, whatever token there is", async () => {
    const admin = await make("--name", "boss", "--role", "admin")
    const { home: empty, remove } = await temporaryHome()
    const { status, stderr } = await upnext(["auth", "off", "--yes", "--home", empty], {
      UPNEXT_TOKEN: admin,
    })
    await remove()
    expect(status).toBe(1)
    expect(stderr).toMatch(/has no key.*\nhint {2}Run the command on the server's machine/)
    expect((await upnext(["list"])).status).toBe(1)
  })

  test("lets everybody in; with the next new token the board asks again", async () => {
    const { status, stdout } = await upnext(["auth", "off", "--yes"], { UPNEXT_TOKEN: "upn_wrong" })
    expect(status).toBe(0)
    expect(stdout).toBe("✓ Authentication is off\n")
    expect((await upnext(["list"])).status).toBe(0)
    expect((await upnext(["auth", "off", "--yes", "--json"])).json()).toEqual({ required: false })
    const again = await upnext(["token", "create", "--name", "ada"])
    expect(again.stderr).toContain("Authentication is now on")
  })
})
