import { isWords, type Offer } from "./offers.ts"
import type { Leaf, Option, Tree, Word } from "./tree.ts"

/** With descriptions. For fish 3. */
export function fish({ first, help, groups, commands }: Tree): string {
  const top = [
    ...first.map((word) => complete("__upnext_at", word)),
    ...help.map((word) => complete("__upnext_at help", word)),
  ]
  const below = groups.flatMap(({ name, words }) =>
    words.flatMap((word) => [
      complete(`__upnext_at ${name}`, word),
      complete(`__upnext_at help ${name}`, word),
    ]),
  )
  return `# What fish completes after \`upnext\`. Install it, then open a new shell:
#   upnext completions fish > ~/.config/fish/completions/upnext.fish
# or, for the current shell only:
#   upnext completions fish | source
# Print the script again after updating upnext.

# True if exactly these words are between upnext and the cursor.
function __upnext_at
    set -l words (commandline -opc)
    test "$words[2..-1]" = "$argv"
end

# True if the command line begins with these words.
function __upnext_in
    set -l words (commandline -opc)
    set -l end (math (count $argv) + 1)
    test (count $words) -ge $end; and test "$words[2..$end]" = "$argv"
end

# True if a task id was typed: the word after it is another argument.
function __upnext_has_task
    string match -qr '^([Tt]-)?[0-9]+$' -- (commandline -opc)
end

# Prints what the server knows. The words typed so far may name a server, an agent or a task.
function __upnext_ask
    upnext completions $argv[1] -- (commandline -opc)[2..-1] 2>/dev/null
end

# Prints each word, preceded by what was typed up to the last comma.
function __upnext_list
    set -l typed (string replace -r '^--[^=]*=' '' -- (commandline -ct))
    set -l before (string match -r '^.*,' -- $typed)
    for word in $argv
        echo -- "$before$word"
    end
end

complete -c upnext -f
${[...top, ...below, ...commands.flatMap(optionsOf)].join("\n")}
`
}

// --- internal ---

function complete(condition: string, { name, summary }: Word): string {
  return `complete -c upnext -n '${condition}' -a ${name} -d ${quote(summary)}`
}

function optionsOf({ name, positionals: [first, second], flags }: Leaf): string[] {
  const start = `complete -c upnext -n '__upnext_in ${name}`
  // A second argument comes after a task.
  const [before, after] = second ? ["; and not __upnext_has_task", "; and __upnext_has_task"] : ["", ""]
  return [
    ...offersOf(first).map((offer) => `${start}${before}' ${offer}`),
    ...offersOf(second).map((offer) => `${start}${after}' ${offer}`),
    ...flags.map((flag) => `${start}' ${optionOf(flag)}`),
  ]
}

function optionOf(flag: Option): string {
  const { name, short, description, takes } = flag
  return [
    `-l ${name}`,
    ...(short ? [`-s ${short}`] : []),
    ...(takes === "word" ? ["-x"] : []),
    ...offersOf(flag, flag.hasCommas),
    `-d ${quote(description)}`,
  ].join(" ")
}

/** Of what the server knows, the order is kept. */
function offersOf(given: { readonly offer: Offer | undefined } | undefined, hasCommas = false): string[] {
  const offer = given?.offer
  if (offer === undefined) return []
  if (offer === "directory") return [`-a '(__fish_complete_directories)'`]
  if (offer === "file") return [`-a '(__fish_complete_path)'`]
  const listed = (words: string): string => `-a '(__upnext_list ${words})'`
  if (isWords(offer)) return [hasCommas ? listed(offer.join(" ")) : `-a ${quote(offer.join(" "))}`]
  const asked = `(__upnext_ask ${offer})`
  return [`-k ${hasCommas ? listed(asked) : `-a '${asked}'`}`]
}

/** In single quotes fish reads a backslash before a backslash or a quote only. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`
}
