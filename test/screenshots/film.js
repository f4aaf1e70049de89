import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ask } from "./present.js"
import { openPage, settle } from "./take.js"

const root = resolve(import.meta.dirname, "../..")
const size = { width: 1360, height: 700 }
/** Of the page in the film. */
const scale = 0.7

/**
 * The moving picture of the README: three agents in one repository, one plan, one red check, one request for changes, and
 * all of it landed. Everything in it happens, on a server and in a repository of its own; only the agents are scripted.
 */
export async function film(browser, { url, home, space, target }) {
  const repository = createRepository(join(space, "shop"))
  const run = (...args) =>
    execFileSync(process.execPath, [join(root, "dist/cli.cjs"), ...args], {
      cwd: repository,
      env: environment(url, home),
      encoding: "utf8",
    })
  const page = await openPage(browser, { stored: { name: "mira" } }, { viewport: size, colorScheme: "light" })
  const frames = createFrames(page, join(space, "frames"))
  const workers = []
  try {
    await page.goto(`${url}/dashboard`)
    await page.locator(".live-live").waitFor()
    writeFileSync(join(space, "shop.md"), plan)
    run("plan", join(space, "shop.md"), "--project", "shop")
    await page.getByText("Take a voucher").first().waitFor()
    await frames.take("One plan, three tasks. Each is proven by a check, and reviewed by a person.", 2400)

    for (const [i, agent] of ["ann", "bo", "cy"].entries()) {
      workers.push(startWorker(agent, { repository, url, home }))
      await until(url, (tasks) => tasks[i].status !== "todo")
    }
    await frames.take(
      "Three agents, one repository: each gets a task, and a tree and a branch of its own.",
      2400,
    )

    const red = await until(url, (tasks) => tasks.find((task) => stateOf(task) === "failed"))
    await page.goto(`${url}/dashboard/tasks/${red.id}`)
    await page.locator(".checks").scrollIntoViewIfNeeded()
    await frames.take("bo says it is done. The check says it is not: it is red, and bo tries again.", 2800)

    await until(url, (tasks) => tasks.every(({ status }) => status === "review"))
    await page.locator(".checks").scrollIntoViewIfNeeded()
    await frames.take("What proves the work is beside it: the command, its exit, and the commit.", 2400)
    const voucher = (await tasksOf(url)).find(({ title }) => title === "Take a voucher")
    await page.goto(`${url}/dashboard/tasks/${voucher.id}`)
    const line = page.getByRole("button", { name: "Comment on voucher.js:3" })
    await line.evaluate(toMiddle)
    await frames.take("The change is in front of the one who decides.", 2200)
    await line.click()
    await page.getByRole("form", { name: "Comment on voucher.js:3" }).waitFor()
    await page.keyboard.type("A voucher of more than the total makes this negative.")
    await frames.take("A comment on a line …", 1800)
    await page.keyboard.press("Control+Enter")
    await page.getByRole("form", { name: "Comment on voucher.js:3" }).waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Request changes" }).click()
    await frames.take("… and a request for changes: cy reads it as voucher.js:3.", 2200)
    const isMended = ({ id, status, work }) =>
      id === voucher.id && status === "review" && work.commit !== voucher.work.commit
    await until(url, (tasks) => tasks.find(isMended))
    await page.goto(`${url}/dashboard/tasks/${voucher.id}`)
    await line.evaluate(toMiddle)
    await frames.take("The next attempt has it mended.", 2200)

    for (const { id } of await tasksOf(url)) run("review", id, "approve", "--agent", "mira")
    await page.goto(`${url}/dashboard`)
    await page.getByText("Take a voucher").first().waitFor()
    await frames.take("Approved. Done is not landed yet …", 1800)
    run("land", "--yes")
    await frames.take(`… now it is. main has three commits more:\n${subjects(repository)}`, 4000)
    frames.write(target)
    console.log(`${target} ${Math.round(statSync(target).size / 1000)} KB`)
  } finally {
    for (const worker of workers) worker.kill("SIGTERM")
    await Promise.all(workers.map((worker) => worker.exitCode ?? once(worker, "exit")))
    await page.context().close()
  }
}

// --- internal ---

const plan = `- [ ] Sum up the cart
      {"reviewer":"mira","done_criteria":["all tests pass"],"criteriaChecks":{"all tests pass":"test"}}
- [ ] Show prices in euros
      {"reviewer":"mira","done_criteria":["all tests pass"],"criteriaChecks":{"all tests pass":"test"}}
- [ ] Take a voucher
      {"reviewer":"mira","done_criteria":["all tests pass"],"criteriaChecks":{"all tests pass":"test"}}
`

function createRepository(folder) {
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n')
  writeFileSync(join(folder, ".upnext.json"), '{ "checks": { "test": "node --test" } }\n')
  const git = (...args) => execFileSync("git", args, { cwd: folder })
  git("init", "--quiet", "--initial-branch", "main")
  git("config", "user.name", "Mira")
  git("config", "user.email", "mira@example.com")
  git("add", ".")
  git("commit", "--quiet", "--message", "Begin")
  return folder
}

function environment(url, home) {
  return { ...process.env, UPNEXT_URL: url, UPNEXT_HOME: home, XDG_CONFIG_HOME: join(home, "config") }
}

function startWorker(agent, { repository, url, home }) {
  const command = [process.execPath, join(import.meta.dirname, "film-agent.js")]
  const args = [
    "work",
    "--agent",
    agent,
    "--project",
    "shop",
    "--worktree",
    "--yes",
    "--rounds",
    "2",
    "--",
    ...command,
  ]
  return spawn(process.execPath, [join(root, "dist/cli.cjs"), ...args], {
    cwd: repository,
    env: environment(url, home),
    stdio: ["ignore", "ignore", "inherit"],
  })
}

/** The three tasks, each whole: a list leaves out where their checks stand. */
async function tasksOf(url) {
  const { tasks } = await ask(url, "GET", "/tasks?project=shop&limit=50")
  const ids = tasks.map(({ id }) => id).sort()
  return Promise.all(ids.map(async (id) => (await ask(url, "GET", `/tasks/${id}`)).task))
}

async function until(url, find) {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    const found = find(await tasksOf(url))
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`It did not happen within two minutes: ${find.toString()}`)
}

const stateOf = ({ checkStates = [] }) => checkStates[0]?.state

function subjects(repository) {
  return execFileSync("git", ["log", "--format=%s", "main"], { cwd: repository, encoding: "utf8" })
}

function createFrames(page, folder) {
  mkdirSync(folder)
  const frames = []
  return {
    /** @param ms for how long it is shown */
    async take(caption, ms) {
      await page.evaluate(showCaption, caption)
      await settle(page)
      const session = await page.context().newCDPSession(page)
      const { data } = await session.send("Page.captureScreenshot", {
        format: "png",
        clip: { x: 0, y: 0, ...size, scale },
      })
      const file = join(folder, `${String(frames.length).padStart(3, "0")}.png`)
      writeFileSync(file, Buffer.from(data, "base64"))
      frames.push({ file, ms })
    },
    write(target) {
      const each = frames.flatMap(({ file, ms }) => ["-lossy", "-q", "45", "-m", "6", "-d", String(ms), file])
      execFileSync("img2webp", ["-loop", "0", "-min_size", ...each, "-o", target], { stdio: "ignore" })
    },
  }
}

/** Runs on the page. */
function toMiddle(element) {
  element.scrollIntoView({ block: "center" })
}

/** Runs on the page. Its policy takes no style in markup, but one that a script sets. */
function showCaption(text) {
  const found = document.querySelector("#caption") ?? document.body.appendChild(document.createElement("p"))
  found.id = "caption"
  found.textContent = text
  Object.assign(found.style, {
    ...{ position: "fixed", left: "0", right: "0", bottom: "0", margin: "0" },
    ...{ padding: "8px 22px", background: "#1b1f27", color: "#fff", zIndex: "9999" },
    ...{ font: "500 20px/1.4 sans-serif", whiteSpace: "pre", textAlign: "center" },
  })
  // The page ends above it, where one decides.
  document.querySelector(".app").style.height = `${innerHeight - found.offsetHeight}px`
}
