/** This process's environment without these variables and without the database URL, which may contain a password. */
export function environmentWithout(
  names: RegExp,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !names.test(name) && !/^UPNEXT_DATABASE/.test(name))
  return Object.fromEntries(kept)
}
