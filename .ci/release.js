/**
 * Makes the files of a release from a clean tree, into `release/`: the tarball, the single executable for this platform,
 * what is bundled as a CycloneDX SBOM, the section of the changelog, and SHA-256 checksums. `npm run release` also tags
 * the commit; `-- --dry-run` does not, and with `--built` it takes the `dist/` that is there. Nothing is published.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isDryRun = process.argv.includes("--dry-run")
const isBuilt = isDryRun && process.argv.includes("--built")
const { name, version, exports: exported } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const out = join(root, "release")

const run = (program, ...args) =>
  execFileSync(program, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "inherit"],
  })

const refuse = (message) => {
  console.error(`error ${message}`)
  process.exit(1)
}

const changes = run("git", "status", "--porcelain").trim()
if (changes !== "") refuse(`The tree is not clean:\n${changes}`)
const notes = sectionOf(version)
if (notes === undefined) refuse(`CHANGELOG.md has no section for ${version}.`)
if (!isDryRun && sectionOf("Unreleased"))
  refuse(
    `CHANGELOG.md has changes that belong to no version: name their section, and set it in package.json.`,
  )
if (run("git", "tag", "--list", `v${version}`) !== "" && !isDryRun)
  refuse(`The tag v${version} is there already.`)

rmSync(out, { recursive: true, force: true })
mkdirSync(out)
// It builds dist/, unless that is there.
run("npm", "pack", "--silent", "--pack-destination", out, ...(isBuilt ? ["--ignore-scripts"] : []))
const missing = isBuilt
  ? []
  : Object.values(exported["."]).filter((path) => !packed(path.replace(/^\.\//, "")))
if (missing.length > 0) refuse(`The tarball lacks what package.json exports: ${missing.join(", ")}`)
writeFileSync(
  join(out, "sbom.cdx.json"),
  `${JSON.stringify(bundledOnly(JSON.parse(run("npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"))), null, 2)}\n`,
)
writeFileSync(join(out, "CHANGES.md"), `${notes}\n`)
run(process.execPath, ".ci/binary.js", join(out, `${name}-${version}-${process.platform}-${process.arch}`))
const sums = readdirSync(out)
  .sort()
  .map(
    (file) =>
      `${createHash("sha256")
        .update(readFileSync(join(out, file)))
        .digest("hex")}  ${file}\n`,
  )
writeFileSync(join(out, "SHA256SUMS"), sums.join(""))
// The build must not have changed what is released.
const after = run("git", "status", "--porcelain").trim()
if (after !== "") refuse(`The build changed the tree:\n${after}`)

for (const file of readdirSync(out).sort()) console.log(join("release", file))
if (!isDryRun) {
  run("git", "tag", "--annotate", `v${version}`, "--message", `${name} ${version}`)
  console.log(
    `Tagged v${version}. To publish it: npm publish release/${name}-${version}.tgz, git push --tags`,
  )
}

/** Whether the tarball holds a file. */
function packed(path) {
  return run("tar", "-tzf", join(out, `${name}-${version}.tgz`))
    .split("\n")
    .includes(`package/${path}`)
}

/** What the changelog says below the heading of a version; undefined without one, "" where nothing is said. */
function sectionOf(heading) {
  const [, ...sections] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m)
  const found = sections.find((section) => section.split(/\s/, 1)[0] === heading)
  return found?.slice(found.indexOf("\n") + 1).trim()
}

/** npm lists what is installed to build. What is in the tarball are the packages whose notices the build has written. */
function bundledOnly(sbom) {
  const notices = readFileSync(join(root, "dist", "NOTICES.txt"), "utf8")
  const bundled = new Set(
    [...notices.matchAll(/^(\S+) (\d\S*) \(.*\)\n-+$/gm)].map(([, of, at]) => `${of}@${at}`),
  )
  const own = sbom.metadata.component["bom-ref"]
  const components = sbom.components.filter((each) => bundled.delete(each["bom-ref"]))
  if (bundled.size > 0) refuse(`npm does not know of these bundled packages: ${[...bundled].join(", ")}`)
  const isKept = new Set([own, ...components.map((each) => each["bom-ref"])])
  const dependencies = sbom.dependencies
    .filter(({ ref }) => isKept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => isKept.has(each)) }))
  const component = { ...sbom.metadata.component, name }
  // They are needed to run it, although npm was told that they are for development.
  const shipped = components.map(({ properties: _, ...rest }) => rest)
  return { ...sbom, metadata: { ...sbom.metadata, component }, components: shipped, dependencies }
}
