import { randomBytes } from "node:crypto"
import { get as getHttp, type IncomingMessage } from "node:http"
import { get as getHttps } from "node:https"
import { text } from "node:stream/consumers"
import type { KeyUses } from "../config/key-uses.ts"
import { endOf } from "../machine/connection-end.ts"

/**
 * Asks whatever listens at a URL to sign a challenge. The proof has to name the end of this very connection, so one that
 * was fetched from elsewhere is not good; a proxy has none.
 */
export async function askProof(
  url: string,
  { isServerProof }: Pick<KeyUses, "isServerProof">,
): Promise<"good" | "wrong" | "none"> {
  const challenge = randomBytes(24).toString("base64url")
  const { proof, end } = await ask(`${url}/health?challenge=${challenge}`).catch(() => nothing)
  if (proof === undefined) return "none"
  return isServerProof(proof, challenge, end) ? "good" : "wrong"
}

// --- internal ---

const nothing = { proof: undefined, end: "" }

const patienceMs = 5000

async function ask(url: string): Promise<{ readonly proof: string | undefined; readonly end: string }> {
  const options = { agent: false, signal: AbortSignal.timeout(patienceMs) }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const get = url.startsWith("https:") ? getHttps : getHttp
    get(url, options, resolve).on("error", reject)
  })
  const { remoteAddress = "", remotePort = 0 } = answer.socket
  const end = endOf(remoteAddress, remotePort)
  const { proof } = JSON.parse(await text(answer)) as { readonly proof?: unknown }
  return { proof: typeof proof === "string" ? proof : undefined, end }
}
