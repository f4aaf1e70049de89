import { expect, test } from "vitest"
import { suggest } from "../../src/terminal/suggest.ts"

const names = ["start", "stats", "status", "stop", "history", "list", "add", "next", "done"]
const all = [...names, "task list", "task add", "task delete", "task edit", "agent list", "agent pause"]

test.each<[string, string, string | undefined]>([
  ["ls", "", "list"],
  ["create", "", "add"],
  ["rm", "", "task delete"],
  ["rm", "task", "task delete"],
  ["new", "task", "task add"],
  ["edit", "", "task edit"],
  ["pause", "", "agent pause"],
  ["history", "task", "history"],
  ["statu", "", "status"],
  ["stat", "", undefined],
  ["stauts", "", "status"],
  ["ready", "", "next"],
  ["search", "", "list <words>"],
  ["find", "task", "task list <words>"],
  ["assign", "", "task edit <id> --assignee <name>"],
  ["log", "", "history"],
  ["undo", "", undefined],
  ["tsak", "", "task"],
  ["lsit", "task", "task list"],
  ["constructor", "", undefined],
  ["xyzzy", "task", undefined],
])("for %j after %j, %j is suggested", (word, group, expected) => {
  expect(suggest(word, group, all)).toBe(expected)
})
