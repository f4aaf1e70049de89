import { hostname } from "node:os"
import type { Holder } from "../lock/holder.ts"
import type { SharedServer } from "../storage.ts"
import type { DatabaseConnection } from "./connection.ts"
import { defaultTimes } from "./options.ts"

/** A live server has renewed its row within this time, even if the server or the database is slow. */
const overdueMs = 1.5 * defaultTimes.renewMs

/** Makes or renews the row of this server. */
export async function renewServer(
  connection: DatabaseConnection,
  board: number,
  id: string,
  holder: Holder,
): Promise<void> {
  await connection.ask(
    `insert into upnext.servers (board, id, host, pid, version, url, started_at, alive_at)
    values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
    on conflict (board, id) do update set url = excluded.url, alive_at = excluded.alive_at`,
    [board, id, hostname(), holder.pid, holder.version, holder.url ?? null, holder.startedAt],
  )
}

/**
 * The board counts as served as long as one server reports it. Once the last report is 30 s old, only a commit can
 * renew it, because no lease could be renewed meanwhile. A locked row belongs to a commit, which renews it anyway.
 */
export async function renewBoard(connection: DatabaseConnection, board: number): Promise<void> {
  await connection.query(
    `update upnext.boards set alive_at = clock_timestamp() where board in (
      select board from upnext.boards where board = ${board}
        and alive_at between clock_timestamp() - interval '30 s' and clock_timestamp() - interval '1 s'
      for update skip locked)`,
  )
}

/**
 * Removes the row of a server that stops. The board counts as left unless another server is there or is committing
 * right now.
 */
export async function removeServer(
  connection: DatabaseConnection,
  board: number,
  id: string,
  lapseMs: number,
): Promise<void> {
  await connection.ask("delete from upnext.servers where board = $1 and id = $2", [board, id])
  await connection.query(
    `update upnext.boards set alive_at = 'epoch' where board in (
      select board from upnext.boards where board = ${board} and alive_at is not null and not exists (
        select from upnext.servers where board = ${board}
          and alive_at > clock_timestamp() - interval '${lapseMs} ms')
      for update skip locked)`,
  )
}

/** The servers that renewed their row within `lapseMs`, except `id`; the server that has run longest comes first. */
export async function listServers(
  connection: DatabaseConnection,
  board: number,
  lapseMs: number,
  id = "",
): Promise<SharedServer[]> {
  const rows = await connection.ask(
    `select * from (
      select host, pid, version, url, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        extract(epoch from clock_timestamp() - alive_at) * 1000 as silent
      from upnext.servers where board = $1 and id::text <> $3 order by started_at, id) as all_servers
    where silent < $2`,
    [board, lapseMs, id],
  )
  return rows.map(([host, pid, version, url, startedAt, silent]) => ({
    host: host ?? "",
    pid: Number(pid),
    version: version ?? "",
    ...(typeof url === "string" && { url }),
    startedAt: startedAt ?? "",
    silentMs: Math.round(Number(silent)),
    isOverdue: Number(silent) > overdueMs,
  }))
}

/** Removes the rows of servers that were killed. They lapsed long ago. */
export async function forgetServers(connection: DatabaseConnection, board: number): Promise<void> {
  await connection.query(
    `delete from upnext.servers where board = ${board} and alive_at < clock_timestamp() - interval '1 day'`,
  )
}
