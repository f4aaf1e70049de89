import { expect, test } from "vitest"
import { troubleOf, withoutPassword } from "../../src/storage/database-url.ts"

test.each([
  "postgres://ann@db.example/work",
  "postgresql://ann:s%2Fcret@db.example:6543/work?sslmode=verify-full",
  "postgres:///work?host=/var/run/postgresql",
  "postgres://[::1]:5432/work?application_name=upnext",
])("%s is the URL of a database", (url) => {
  expect(troubleOf(url)).toBeUndefined()
})

test.each([
  ["mysql://ann:secret@db/work", "expected postgres://user@host:5432/database"],
  ["host=db password=secret", "expected postgres://user@host:5432/database"],
  ["", "expected postgres://user@host:5432/database"],
  ["postgres://ann:sec/ret@db/work", "write / as %2F"],
  ["postgres://ann:secret@db/work#x", "write # as %23"],
  ["postgres://ann:secret@db", "expected a database name at the end"],
  ["postgres://ann:secret@db/", "expected a database name at the end"],
  ["postgres://ann:secret@db/work/other", "expected a database name at the end"],
  ["postgres://ann:secret@one,two/work", "expected one host, not several"],
  [
    "postgres://ann:secret@db/work?sslmod=require",
    'the parameter "sslmod" is unknown. Did you mean sslmode?',
  ],
  ["postgres://ann:secret@db/work?channel_binding=require", 'the parameter "channel_binding" is unknown'],
  ["postgres://ann:secret@db/work?sslmode=prefer", "sslmode must be one of disable, require"],
  ["postgres://ann:secret@db/work?sslmode=verify-ca", "sslmode=verify-ca needs the CA certificate"],
])("%s is refused: %s", (url, trouble) => {
  expect(troubleOf(url)).toContain(trouble)
  expect(troubleOf(url)).not.toContain("secret")
})

test.each([
  ["postgres://ann:secret@db:5433/work", "postgres://ann@db:5433/work"],
  ["postgres://ann@db/work?password=secret&sslmode=disable", "postgres://ann@db/work?sslmode=disable"],
  ["postgres://ann:sec%2Fret@db/work", "postgres://ann@db/work"],
  ["postgres://ann:sec/ret@db/work", "postgres://"],
])("a password is not shown: %s is %s", (url, shown) => {
  expect(withoutPassword(url)).toBe(shown)
})
