import type { CommandDef } from "citty"
import { groupsOf, listAll, metaOf } from "../../terminal/command-tree.ts"
import { common } from "../../terminal/common-flags.ts"
import { jsonFlags } from "../../terminal/chosen-fields.ts"
import { flagRows } from "../../terminal/help.ts"
import {
  aligned,
  exampleLines,
  footer,
  heading,
  leftWidth,
  paragraph,
  sections,
} from "../../terminal/help-layout.ts"
import { print } from "../../terminal/output.ts"
import { commandSynonyms, flagSynonyms } from "../../terminal/synonyms.ts"
import * as pages from "./pages.ts"

/**
 * Prints the first page, or the page of a topic.
 * @param topic the words after `upnext help`
 * @returns false where there is no such topic
 */
export async function printPage(root: CommandDef, [topic, ...more]: readonly string[]): Promise<boolean> {
  if (more.length > 0) return false
  const summaries = await summariesIn(root)
  if (topic === undefined) print(firstPage(root, summaries))
  else if (topic === "all") print(allCommands(root, summaries))
  else if (topic === "topics") print(topicsPage())
  else if (topic === "flags") print(flagsPage())
  else if (topic === "words") print(wordsPage())
  else if (Object.hasOwn(pages.topics, topic)) print(topicPage(topic, summaries))
  else return false
  return true
}

/** What may follow `upnext help` beside commands. */
export const topics: readonly { readonly name: string; readonly summary: string }[] = [
  ...Object.entries(pages.topics).map(([name, { summary }]) => ({ name, summary })),
  { name: "words", summary: "Words of other tools that work here too" },
]

const topicsTitle = "Subjects that have a page of their own"

/** These and what else `upnext help` takes in place of a command. */
export const helpWords = [
  ...topics,
  { name: "flags", summary: "Flags that most commands take" },
  { name: "topics", summary: topicsTitle },
  { name: "all", summary: "All commands" },
]

// --- internal ---

type Summaries = ReadonlyMap<string, string>

function firstPage(root: CommandDef, summaries: Summaries): string {
  const shown = [...pages.everyDay, ...pages.thereafter]
  const others = Object.entries(pages.lines).map(([title, sections]): [string, string] => [
    title,
    sections
      .flatMap((each) => pages.sections[each] ?? [])
      .filter((name) => summaries.has(name) && !shown.includes(name))
      .join(" "),
  ])
  return sections([
    ["", heading("upnext", metaOf(root).description ?? "")],
    [
      "",
      [...aligned(rowsOf(pages.everyDay, summaries)), ...paragraph(`Also: ${pages.thereafter.join(", ")}`)],
    ],
    ["", aligned(pages.firstExamples)],
    ["", aligned([...others, ["Topics", topics.map(({ name }) => name).join(" ")]])],
    ["", footer("upnext help all lists all commands; upnext help <command or topic> explains one.")],
  ])
}

function allCommands(root: CommandDef, summaries: Summaries): string {
  const named = Object.values(pages.sections).flat()
  const rest = [...summaries.keys()].filter((name) => !named.includes(name))
  const left = leftWidth([...summaries])
  return sections([
    ["", heading("upnext", metaOf(root).description ?? "")],
    ["Usage", ["  upnext <command> [flags]"]],
    ...Object.entries({ ...pages.sections, More: rest }).map(
      ([title, names]) => [title, aligned(rowsOf(names, summaries), undefined, left)] as const,
    ),
    ["Topics", aligned(topicRows(), undefined, left)],
    ["", footer("upnext <command> --help shows how a command is used.")],
  ])
}

const topicRows = () => topics.map(({ name, summary }): [string, string] => [name, summary])

function topicsPage(): string {
  return sections([
    ["", heading("upnext help topics", topicsTitle)],
    ["Topics", aligned(topicRows())],
    ["", footer("upnext help <topic> shows the page.")],
  ])
}

function topicPage(name: string, summaries: Summaries): string {
  const { summary, commands, about, examples } = pages.topics[name] as pages.Topic
  return sections([
    ["", heading(`upnext help ${name}`, summary)],
    ["Commands", aligned(rowsOf(commands, summaries))],
    ["How it works", about.flatMap((each) => paragraph(each))],
    ["Examples", exampleLines(examples)],
  ])
}

function flagsPage(): string {
  const json = jsonFlags({ example: "id,title", isWrite: true, hasText: false })
  return sections([
    ["", heading("upnext help flags", "Flags that most commands take")],
    ["Flags", flagRows({ ...common, ...json })],
    [
      "",
      footer("Flags may also precede the command. `upnext <command> --help` lists a command's own flags."),
    ],
  ])
}

function wordsPage(): string {
  return sections([
    ["", heading("upnext help words", topics.at(-1)?.summary ?? "")],
    ["Commands, and words that run them", aligned(commandSynonyms())],
    ["Flags, and names that stand for them in a command that has the flag", aligned(flagSynonyms())],
    ["", footer("For other words, such as `rm`, `upnext` names the command to type.")],
  ])
}

function rowsOf(names: readonly string[], summaries: Summaries): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const summary = summaries.get(name)
    return summary === undefined ? [] : [[name, summary]]
  })
}

/** What each first word does. A group names its commands, unless they are commands of their own too. */
async function summariesIn(root: CommandDef): Promise<Summaries> {
  const { commands } = await listAll(root)
  const single = commands.filter(({ name }) => !name.includes(" "))
  const groups = groupsOf(root).map(({ name, command }): [string, string] => {
    const words = commands.flatMap((each) => {
      const [group, word = ""] = each.name.split(" ")
      return group === name && word !== "" ? [word] : []
    })
    const summary = metaOf(command).description ?? ""
    return [name, words.length > 0 ? `${summary}: ${words.join(", ")}` : summary]
  })
  return new Map([
    ...single.map(({ name, command }): [string, string] => [name, metaOf(command).description ?? ""]),
    ...groups,
  ])
}
