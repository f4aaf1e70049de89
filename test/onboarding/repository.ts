import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import type { ClientName } from "../../src/onboarding/clients.ts"
import { prepareOnboarding, type Onboarding, type OnboardOptions } from "../../src/onboarding/onboard.ts"

/** What is in a file before; a number is its mode, a link says where it leads. */
export type Given = string | { readonly text: string; readonly mode: number } | { readonly leadsTo: string }

/** A repository of a test's own, with these files. */
export async function makeRepository(files: Readonly<Record<string, Given>> = {}): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "upnext-onboarding-")))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, ".git"))
  for (const [path, given] of Object.entries(files)) {
    const file = join(root, path)
    await mkdir(dirname(file), { recursive: true })
    if (typeof given === "string") await writeFile(file, given)
    else if ("leadsTo" in given) await symlink(given.leadsTo, file)
    else {
      await writeFile(file, given.text)
      await chmod(file, given.mode)
    }
  }
  return root
}

/** Every file with its bytes and mode, and every directory and link. */
export async function snapshot(root: string): Promise<Record<string, string>> {
  const paths = await readdir(root, { recursive: true })
  const entries = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => {
      const stats = await lstat(join(root, path))
      if (stats.isSymbolicLink()) return [path, `link to ${await readlink(join(root, path))}`]
      if (stats.isDirectory()) return [path, "directory"]
      const bytes = await readFile(join(root, path))
      return [path, `${(stats.mode & 0o777).toString(8)} ${bytes.toString("utf8")}`]
    }),
  )
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Asked = Partial<Omit<OnboardOptions, "names">> & { readonly names?: readonly ClientName[] }

/** Plans and writes. */
export async function onboard(root: string, asked: Asked): Promise<Onboarding> {
  const onboarding = await prepareOnboarding({
    cwd: root,
    path: "",
    home: "/nowhere",
    names: undefined,
    hooks: false,
    removes: false,
    force: [],
    project: "demo",
    url: undefined,
    ...asked,
  })
  await onboarding.apply()
  return onboarding
}

/** The paths that were left alone. */
export function leftAlone({ steps }: Onboarding): string[] {
  return [...new Set(steps.filter(({ what }) => what === "left").map(({ path }) => path))]
}
