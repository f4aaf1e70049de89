import { fail } from "../../errors.ts"
import { hostAndPort } from "./failures.ts"
import type { DatabaseAddress } from "./address.ts"
import type { DatabaseConnection } from "./connection.ts"

/** Increased when a server that does not know a migration could damage the result of that migration. */
export const readerVersion = 1

/**
 * Brings Upnext's tables to the format of this version, one server at a time. If the tables already have this
 * format, nothing is changed, so a user without the right to change tables is then enough. Tables with a later
 * format are used unless they require a newer reader, which is refused with `storage_newer_format`.
 */
export async function migrate(connection: DatabaseConnection, at: DatabaseAddress): Promise<void> {
  if ((await versionOf(connection, at)) >= migrations.length) return
  await connection.query(`begin; select pg_advisory_xact_lock(${migrationLock})`)
  const version = await versionOf(connection, at)
  for (const [i, sql] of migrations.entries()) {
    if (i < version) continue
    await connection.query(`${sql}; insert into upnext.migrations (version, min_reader) values (${i + 1}, 1)`)
  }
  await connection.query("commit")
}

/** Whether the tables exist; also works for a user who may not use them. */
export async function hasTables(connection: DatabaseConnection): Promise<boolean> {
  // Does not use to_regclass, because a session may remember that the table did not exist when it last asked.
  const [found] = await connection.query(
    "select 1 from pg_catalog.pg_tables where schemaname = 'upnext' and tablename = 'migrations'",
  )
  return found?.length === 1
}

// --- internal ---

/** "upnext" as a number. It is not the lock of a board; those are row locks. */
const migrationLock = 0x75706e657874

/** Migrations are never edited after their release; the last one results in the current format. */
const migrations: readonly string[] = [
  // Creating a schema that already exists requires a right that users of the schema may not have.
  `do $$ begin
    if to_regnamespace('upnext') is null then create schema upnext; end if;
  end $$;
  create table upnext.migrations (
    version integer primary key, min_reader integer not null, at timestamptz not null default now());
  create table upnext.boards (
    board integer generated always as identity primary key,
    name text not null unique,
    head bigint not null default 0,
    crc text not null default '00000000',
    alive_at timestamptz,
    token_key bytea not null,
    settings jsonb,
    format integer not null default 1,
    min_reader integer not null default 1,
    moved_to text
  ) with (fillfactor = 10);
  create table upnext.commits (
    board integer not null, last bigint not null, seq bigint not null,
    id uuid not null, prev text not null, crc text not null, body text not null, primary key (board, last));
  create table upnext.snapshots (
    board integer not null, version integer not null, seq bigint not null,
    crc text not null, part integer not null, is_last boolean not null, body bytea not null,
    primary key (board, version, seq, part));
  alter table upnext.snapshots alter column body set storage external;
  create table upnext.servers (
    board integer not null, id uuid not null, host text not null, pid integer not null,
    version text not null, url text, started_at timestamptz not null, alive_at timestamptz not null,
    primary key (board, id));
  do $$ begin
    alter table upnext.commits alter column body set compression lz4;
  exception when others then null; -- built without it
  end $$`,
  `create table if not exists upnext.attachments (
    board integer not null, sha256 bytea not null, part integer not null,
    kept_at timestamptz not null default now(), body bytea not null, primary key (board, sha256, part));
  alter table upnext.attachments alter column body set storage external`,
  "create table if not exists upnext.turns (board integer primary key, body text not null)",
]

/** The format of the existing tables; 0 if there are none. */
async function versionOf(connection: DatabaseConnection, at: DatabaseAddress): Promise<number> {
  if (!(await hasTables(connection))) return 0
  const [rows] = await connection.query(
    "select coalesce(max(version), 0), coalesce(max(min_reader), 0) from upnext.migrations",
  )
  const [version, minReader] = (rows?.[0] ?? []).map(Number)
  if (minReader !== undefined && minReader > readerVersion)
    fail("storage_newer_format", {
      detail: `The tables at ${hostAndPort(at)} have format ${minReader}; this Upnext reads formats up to ${readerVersion}.`,
      facts: { host: at.host, port: at.port },
    })
  return version ?? 0
}
