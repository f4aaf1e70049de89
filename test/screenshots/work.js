/** What an agent leaves of its work in a repository: the report, the patch, and what the checks came to. */
export async function leaveWork(send, { url, id, agent }) {
  const report = (what, body) => send("POST", `/tasks/${id}/${what}`, { agent, ...body })
  await send("PATCH", `/tasks/${id}`, { checks: ["lint"], criteriaChecks: { "All tests pass": "test" } })
  const headers = {
    "content-disposition": `attachment; filename="${id}.1.patch"`,
    "upnext-actor": agent,
  }
  const answer = await fetch(`${url}/tasks/${id}/attachments`, { method: "POST", headers, body: patch })
  const { attachment } = await answer.json()
  await report("work", {
    ...{ repository: "shop", branch: `upnext/${id}.1-forgive-spelling`, base: "main", tree, commit },
    ...{ files: 3, additions: 25, deletions: 5, host: "build-2", path: `/srv/shop.trees/${id}.1` },
    patch: { id: attachment.id, sha256: attachment.sha256 },
  })
  for (const [check, status, exitCode] of [
    ["test", "passed", 0],
    ["lint", "passed", 0],
  ])
    await report("checks", { check, status, exitCode, durationMs: 41_000, tree, commit, output: "" })
  await send("POST", `/tasks/${id}/comments`, {
    author: "mira",
    content: "Two edits in a word of eight letters: is that not too many for names of brands?",
    place: { file: "src/search/near.ts", line: 8, side: "new", commit },
  })
}

// --- internal ---

const commit = "4f1c9a2e7b".repeat(4)
const tree = "90d3b6a41e".repeat(4)
const patch = `# ${"7ab20c4d19".repeat(4)}..${commit}

diff --git a/package.json b/package.json
--- a/package.json
+++ b/package.json
@@ -9,3 +9,3 @@
   "scripts": {
-    "test": "vitest run",
+    "test": "vitest run --coverage",
     "lint": "eslint ."
diff --git a/src/search/near.ts b/src/search/near.ts
new file mode 100644
--- /dev/null
+++ b/src/search/near.ts
@@ -0,0 +1,15 @@
+import { distance } from "./distance.ts"
+
+/** Whether somebody who typed this may mean that. */
+export function isNear(typed: string, meant: string): boolean {
+  return distance(typed, meant) <= allowed(typed.length)
+}
+
+// One typo in four letters, two in eight.
+function allowed(letters: number): number {
+  return Math.min(2, Math.floor(letters / 4))
+}
+
+export function nearest(typed: string, words: readonly string[]): string[] {
+  return words.filter((word) => isNear(typed, word)).sort()
+}
diff --git a/src/search/find.ts b/src/search/find.ts
--- a/src/search/find.ts
+++ b/src/search/find.ts
@@ -21,8 +21,13 @@ export async function find(query: string): Promise<Found[]> {
   const words = query.toLowerCase().split(/\\s+/)
-  const hits = await index.search(words)
-  return hits.slice(0, 20)
+  const hits = await index.search(words.flatMap(alsoMeant))
+  return hits.slice(0, 20).sort(byWeight)
 }
 
-function byWeight(a: Found, b: Found) {
-  return b.weight - a.weight
+/** The word, and those that it may have been meant to be. */
+function alsoMeant(word: string): string[] {
+  return [word, ...nearest(word, index.words)]
+}
+
+function byWeight(one: Found, other: Found): number {
+  return other.weight - one.weight
 }
`
