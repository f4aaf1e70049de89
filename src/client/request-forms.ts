import type { ClientRequest, Speaker } from "./client-request.ts"
import type { FileAnswer } from "./contract.ts"
import { tryParseJson } from "./text-stream.ts"

export function headersOf(request: ClientRequest, speaker: Speaker, newest: number): Record<string, string> {
  const { body, file, givesFile, idempotencyKey, ifVersion, joins, isMinimal, accepts } = request
  return {
    accept: givesFile === true ? "*/*" : "application/json, application/problem+json",
    ...identityOf(speaker),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(file && {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeName(file.name)}`,
    }),
    ...(isMinimal === true && { prefer: "return=minimal" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(newest > 0 && accepts === undefined && { "upnext-min-seq": String(newest) }),
    ...(joins !== undefined && { "upnext-command": String(joins) }),
    ...(ifVersion !== undefined && { "if-match": `"${ifVersion}"` }),
  }
}

/** What is sent, and how the answer is read. */
export function formsOf({ body, file, givesFile }: ClientRequest) {
  const sent = file?.bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    ...(sent !== undefined && { body: sent }),
    ...(givesFile === true
      ? ({ responseType: "arrayBuffer" } as const)
      : ({ responseType: "json", parseResponse: tryParseJson } as const)),
  }
}

export function streamHeaders(speaker: Speaker, lastId: string | undefined): Record<string, string> {
  return {
    accept: "text/event-stream",
    ...identityOf(speaker),
    ...(lastId !== undefined && { "last-event-id": lastId }),
  }
}

export function proofOf(
  { prove }: Speaker,
  { method, path }: ClientRequest,
  host: string,
): string | undefined {
  return prove && `Upnext-Home ${prove({ method, host, path: path.split("?")[0] ?? path })}`
}

/** The file of an answer, or what the server said instead. */
export function fileIn(bytes: ArrayBuffer, status: number, headers: Pick<Headers, "get">): unknown {
  if (status >= 400) return tryParseJson(new TextDecoder().decode(bytes))
  const [type = ""] = headers.get("content-type")?.split(";") ?? []
  return { type, bytes: new Uint8Array(bytes) } satisfies FileAnswer
}

export function identityOf({ token, actor, home }: Speaker): Record<string, string> {
  return {
    ...(token != null && { authorization: `Bearer ${token}` }),
    // A header carries no more than Latin-1, so other letters travel percent-encoded.
    ...(actor != null && { "upnext-actor": encodeURIComponent(actor) }),
    ...(home !== undefined && { "upnext-home": home }),
  }
}

// --- internal ---

/** A name as headers carry it (RFC 8187). */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
}
