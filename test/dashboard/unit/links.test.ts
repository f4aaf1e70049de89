import { expect, test } from "vitest"
import { linksOf } from "../../../src/dashboard/words/links.ts"

const shown = (metadata: Record<string, unknown>) =>
  linksOf(metadata).map(({ text, href }) => (href === null ? text : `${text} → ${href}`))

test.each<[string, Record<string, unknown>, string[]]>([
  ["a branch", { branch: "fix/login-2" }, ["branch fix/login-2"]],
  ["a number of a pull request", { PR: 12, pull_request: "#13" }, ["pull request 12", "pull request #13"]],
  ["commits", { commits: ["0123456789abcdef", "abcdef0"] }, ["commit 01234567", "commit abcdef0"]],
  [
    "links, by what their address says",
    {
      pr: "https://github.com/acme/shop/pull/7",
      review: "https://gitlab.com/acme/shop/-/merge_requests/8/diffs",
      commit_url: "https://github.com/acme/shop/commit/0123456789abcdef",
      branch: "https://github.com/acme/shop/tree/fix/login",
      url: "https://ci.example.org/runs/1482",
    },
    [
      "pull request #7 → https://github.com/acme/shop/pull/7",
      "merge request !8 → https://gitlab.com/acme/shop/-/merge_requests/8/diffs",
      "commit 01234567 → https://github.com/acme/shop/commit/0123456789abcdef",
      "branch fix/login → https://github.com/acme/shop/tree/fix/login",
      "ci.example.org → https://ci.example.org/runs/1482",
    ],
  ],
  [
    "the same link once",
    { pr: "https://a.org/pull/1", url: "https://a.org/pull/1" },
    ["pull request #1 → https://a.org/pull/1"],
  ],
])("metadata shows %s", (_, metadata, expected) => {
  expect(shown(metadata)).toEqual(expected)
})

test.each<[string, Record<string, unknown>]>([
  [
    "another protocol",
    { pr: "http://example.org/pull/1", url: "javascript:alert(1)", link: "data:text/html,x" },
  ],
  ["a name before the host", { url: "https://github.com@example.org/acme/shop/pull/1" }],
  ["words where a name is promised", { branch: "see the chat", commit: "the last one", pr: "soon" }],
  ["a way out of a branch", { branch: "../../etc/passwd" }],
  ["keys that promise nothing", { note: "abcdef0", homepage: "https://example.org/" }],
  ["what is no text", { pr: { number: 1 }, commit: null, branch: true }],
])("metadata shows nothing of %s", (_, metadata) => {
  expect(shown(metadata)).toEqual([])
})

test("of many links the first ones are shown", () => {
  expect(linksOf({ commits: Array.from({ length: 40 }, (_, i) => `abcdef${i + 10}`) })).toHaveLength(8)
})
