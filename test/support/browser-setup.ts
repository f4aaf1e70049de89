import { browserPackages } from "./browser.ts"
import { findWindowless } from "./chromium.js"
import { beginToInstall } from "./debian.ts"

/** Looks once in a run that there is a browser, and begins to install the quickest where it may. Its tests come last. */
export default async function setup(): Promise<void> {
  if (findWindowless() === undefined) await beginToInstall(...browserPackages)
}
