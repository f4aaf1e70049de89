import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { forgeOf, pullAt } from "../../src/attempts/pull/forges.ts"

// What `glab mr view --output json` of 1.53 prints: what is not there is an empty text, a zero or null.
const seen = {
  ...{ id: 1, iid: 7, target_branch: "main", source_branch: "b", state: "opened", sha: "a".repeat(40) },
  ...{ source_project_id: 3, target_project_id: 3, merge_commit_sha: "", squash_commit_sha: "" },
  ...{ detailed_merge_status: "mergeable", head_pipeline: null as { status: string } | null },
}

// `glab api …/notes`, the newest first.
const note = (body: string, username: string, at: string, system = true) => ({
  ...{ id: 1, body, system, author: { username }, created_at: at },
})
const notes = [
  note("requested changes", "eve", "2026-01-04T00:00:00.000Z", false),
  note("requested changes", "mira", "2026-01-03T00:00:00.000+02:00"),
  note("added 1 commit", "ann", "2026-01-02T00:00:00.000Z"),
  note("requested changes", "bob", "2026-01-01T00:00:00.000Z"),
]

const url = "https://gitlab.example/acme/tools/shop/-/merge_requests/7"

async function lookAt(more: Partial<typeof seen> | string, given: NodeJS.ProcessEnv = {}, from = url) {
  const directory = mkdtempSync(join(tmpdir(), "upnext-glab-"))
  writeFileSync(
    join(directory, "seen.json"),
    typeof more === "string" ? more : JSON.stringify({ ...seen, ...more }),
  )
  writeFileSync(join(directory, "notes.json"), JSON.stringify(notes))
  const script = `#!/bin/sh\nprintf '%s %s' "$GITLAB_TOKEN" "$*" > "$(dirname "$0")/called"\n[ "$1" = api ] && exec cat "$(dirname "$0")/notes.json"\ncat "$(dirname "$0")/seen.json"\n`
  writeFileSync(join(directory, "glab"), script)
  chmodSync(join(directory, "glab"), 0o755)
  const at = pullAt(from)
  if (!at) throw new Error("no merge request")
  const env = { PATH: `${directory}:${process.env["PATH"] ?? ""}`, GITLAB_TOKEN: "secret", ...given }
  return { pull: await at.forge.look(at.place, { host: at.place.host, env }), directory }
}

test("a merge request of GitLab is open, red, merged or closed as its JSON says", async () => {
  expect((await lookAt({})).pull).toEqual({
    ...{ state: "open", head: "a".repeat(40), base: "main", branch: "b", isFromFork: false },
    ...{ failed: [], optionalFailed: [] },
  })
  const red = { head_pipeline: { status: "failed" } }
  expect((await lookAt(red)).pull).toMatchObject({ failed: [], optionalFailed: ["pipeline"] })
  const required = { ...red, detailed_merge_status: "ci_must_pass" }
  expect((await lookAt(required)).pull).toMatchObject({ failed: ["pipeline"], optionalFailed: [] })
  const merged = (more: object) => lookAt({ state: "merged", ...more })
  expect((await merged({ squash_commit_sha: "b".repeat(40) })).pull.merged).toBe("b".repeat(40))
  expect((await merged({})).pull.merged, "it was moved forward").toBe("a".repeat(40))
  expect((await lookAt({ state: "closed" })).pull.state).toBe("closed")
  await expect(lookAt("no JSON")).rejects.toMatchObject({ code: "pull_failed" })
  await expect(lookAt({ state: "" })).rejects.toMatchObject({ code: "pull_failed" })
})

test("a reviewer asks for changes at the time of the note, so that each counts once whatever is pushed", async () => {
  const { pull } = await lookAt({ detailed_merge_status: "requested_changes" })
  expect(pull).toMatchObject({
    ...{ failed: [], review: "changes_requested", changes: { by: "mira", at: "2026-01-02T22:00:00.000Z" } },
  })
})

test.each([
  ["gitlab.example", {}, ""],
  ["gitlab.example", { GITLAB_HOST: "https://gitlab.example" }, "secret"],
  ["gitlab.com", {}, "secret"],
  ["gitlab.com", { GH_HOST: "code.example" }, "secret"],
  ["gitlab.com", { GITLAB_HOST: "gitlab.example" }, ""],
])("%s gets the token of a variable, with %j: %j", async (host, env, token) => {
  const { directory } = await lookAt({}, env, `https://${host}/acme/tools/shop/-/merge_requests/7`)
  expect(readFileSync(join(directory, "called"), "utf8")).toBe(
    `${token} mr view 7 --repo https://${host}/acme/tools/shop --output json`,
  )
})

test.each([
  ["https://github.com/acme/shop.git", "GitHub", "github.com"],
  ["git@github.com:acme/shop.git", "GitHub", "github.com"],
  ["ssh://git@gitlab.acme.io:2222/a/b.git", "GitLab", "gitlab.acme.io"],
  ["https://user:secret@code.acme.io/a/b", "GitHub", "code.acme.io"],
])("the remote %s is one of %s", (remote, name, host) => {
  const found = forgeOf(remote, { GH_HOST: "code.acme.io" })
  expect([found?.forge.name, found?.host]).toEqual([name, host])
})

test.each([
  "https://github.com/acme/shop/issues/7",
  "https://github.com/acme/shop/pull/7x",
  "https://--help/acme/shop/pull/1;rm",
  "https://github.com@evil.example/acme/shop/pull/",
  "/srv/repositories/shop",
])("%s is no pull request", (text) => expect(pullAt(text)).toBeUndefined())
