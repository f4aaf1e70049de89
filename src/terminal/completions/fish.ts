import { offerFor, takesValue, type Leaf, type Option, type Tree, type Word } from "./tree.ts"
import type { Positional } from "../flags.ts"

/** With descriptions. For fish 3. */
export function fish({ first, groups, commands }: Tree): string {
  const top = [...first.map((word) => complete("__upnext_at", word)), ...first.flatMap(afterHelp)]
  const below = groups.flatMap(({ name, words }) =>
    words.flatMap((word) => [
      complete(`__upnext_at ${name}`, word),
      complete(`__upnext_at help ${name}`, word),
    ]),
  )
  return `# What fish completes after \`upnext\`. Install it, then open a new shell:
#   upnext completions fish > ~/.config/fish/completions/upnext.fish
# or, for the running shell alone:
#   upnext completions fish | source
# Print it anew after an update of upnext.

# Whether exactly these words stand between upnext and the cursor.
function __upnext_at
    set -l words (commandline -opc)
    test "$words[2..-1]" = "$argv"
end

# Whether the command line begins with these words.
function __upnext_in
    set -l words (commandline -opc)
    set -l end (math (count $argv) + 1)
    test (count $words) -ge $end; and test "$words[2..$end]" = "$argv"
end

complete -c upnext -f
${[...top, ...below, ...commands.flatMap(optionsOf)].join("\n")}
`
}

// --- internal ---

function complete(condition: string, { name, summary }: Word): string {
  return `complete -c upnext -n '${condition}' -a ${name} -d ${quote(summary)}`
}

function afterHelp(word: Word): string[] {
  return word.name === "help" ? [] : [complete("__upnext_at help", word)]
}

function optionsOf({ name, positionals, flags }: Leaf): string[] {
  const start = `complete -c upnext -n '__upnext_in ${name}'`
  const words = positionals.flatMap(({ choices = [] }) => choices)
  return [
    ...(words.length > 0 ? [`${start} -a ${quote(words.join(" "))}`] : []),
    ...positionals.flatMap((each) => liveOf(each)).map((offer) => `${start} ${offer}`),
    ...flags.map((flag) => `${start} ${optionOf(flag)}`),
  ]
}

function optionOf(flag: Option): string {
  const { name, short, description, choices, kind } = flag
  // fish has no optional values.
  const value = !takesValue(flag) || kind === "maybe" ? [] : ["-x"]
  const offers = choices ? [`-a ${quote(choices.join(" "))}`] : liveOf(flag)
  return [
    `-l ${name}`,
    ...(short ? [`-s ${short}`] : []),
    ...value,
    ...offers,
    `-d ${quote(description)}`,
  ].join(" ")
}

function liveOf(given: Positional | Option): string[] {
  const offer = given.choices ? undefined : offerFor(given)
  if (offer === "directory") return [`-a '(__fish_complete_directories)'`]
  if (offer === "file") return [`-a '(__fish_complete_path)'`]
  return offer ? [`-a '(upnext completions ${offer} 2>/dev/null)'`] : []
}

/** In single quotes fish reads a backslash before a backslash or a quote only. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`
}
