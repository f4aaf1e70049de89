import { keepAllowed } from "../../src/terminal/allowed.ts"

/** Allows what a `.upnext.json` names as its server, as a person would. `config` is XDG_CONFIG_HOME of the commands. */
export function allowUrl(config: string, url: string): Promise<void> {
  const decisions = [{ kind: "url", name: "url", text: url }] as const
  return keepAllowed({ root: config, decisions }, { XDG_CONFIG_HOME: config })
}
