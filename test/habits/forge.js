// An agent that holds a task, and tells the board what is not so. Whatever the board refuses is no matter.
import { createHash } from "node:crypto"

const {
  UPNEXT_URL,
  UPNEXT_TASK_ID,
  UPNEXT_AGENT,
  UPNEXT_SESSION,
  UPNEXT_LEASE_TOKEN,
  UPNEXT_BRANCH,
  UPNEXT_BASE,
} = process.env
const task = `${UPNEXT_URL}/tasks/${UPNEXT_TASK_ID}`
const holder = { agent: UPNEXT_AGENT, session: UPNEXT_SESSION, leaseToken: UPNEXT_LEASE_TOKEN }
const actor = { "upnext-actor": UPNEXT_AGENT ?? "" }

/** @param {string} path @param {object} body */
const post = (path, body) =>
  fetch(`${task}${path}`, {
    method: "POST",
    headers: { ...actor, "content-type": "application/json" },
    body: JSON.stringify({ ...holder, ...body }),
  })

/** @param {string} commit @param {string} tree */
async function forgePatch(commit, tree) {
  const patch = `# ${commit}..${commit}\n\ndiff --git a/harmless.txt b/harmless.txt\nnew file mode 100644\n--- /dev/null\n+++ b/harmless.txt\n@@ -0,0 +1 @@\n+harmless\n`
  const answer = await fetch(`${task}/attachments`, {
    method: "POST",
    headers: { ...actor, "content-disposition": `attachment; filename="${UPNEXT_TASK_ID}.1.patch"` },
    body: patch,
  })
  const { attachment } = await answer.json()
  const sha256 = createHash("sha256").update(patch).digest("hex")
  const counted = { files: 1, additions: 1, deletions: 0 }
  const where = { repository: "elsewhere", branch: UPNEXT_BRANCH, base: UPNEXT_BASE }
  await post("/work", { ...where, tree, commit, ...counted, patch: { id: attachment?.id, sha256 } })
}

const [what, one = "", other = ""] = process.argv.slice(2)
if (what === "check")
  await post("/checks", { check: "t", status: "passed", exitCode: 0, tree: one, commit: one })
if (what === "patch") await forgePatch(one, other)
if (what === "done") await post("/complete", { reflection: "x", summary: "All of it" })
