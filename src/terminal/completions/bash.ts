import { isWords, type Offer } from "./offers.ts"
import type { Leaf, Option, Tree } from "./tree.ts"

/** Works in bash 3.2 too, which macOS has, and without the package bash-completion. */
export function bash({ first, help, groups, commands }: Tree): string {
  const optional = commands.flatMap((command) => valuesOf(command, "joined"))
  const choices = commands.flatMap((command) => valuesOf(command, "word"))
  return `# shellcheck shell=bash
# What bash completes after \`upnext\`. Install it, then open a new shell:
#   upnext completions bash > ~/.local/share/bash-completion/completions/upnext
# or, without the package bash-completion, put this line into ~/.bashrc:
#   source <(upnext completions bash)
# Print the script again after updating upnext.

_upnext() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="\${COMP_WORDS[1]}" at=2 i words="" flags="" later="" commas="" before="" joined="" id=""
  COMPREPLY=()
  # --flag=value comes as three words.
  if [[ $cur == "=" ]]; then cur="" joined="="
  elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}" joined="="
  fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    _upnext_fill -W '${names(first)} --help --version'
    return
  fi
  if [[ $command == help ]]; then
    command="\${COMP_WORDS[2]}" at=3
    if [[ $COMP_CWORD -eq 2 ]]; then
      _upnext_fill -W '${names(help)}'
      return
    fi
  fi
  case "$command" in
${groups.map(({ name, words }) => `    ${name}) words='${names(words)}' ;;`).join("\n")}
  esac
  if [[ -n $words ]]; then
    if [[ $COMP_CWORD -eq $at ]]; then
      _upnext_fill -W "$words --help"
      return
    fi
    command="$command \${COMP_WORDS[at]}" at=$((at + 1))
  fi
  for ((i = at; i < COMP_CWORD; i++)); do
    # Words after -- belong to another program.
    if [[ \${COMP_WORDS[i]} == -- ]]; then _upnext_fill -f; return; fi
    if [[ \${COMP_WORDS[i]} =~ ^([Tt]-)?[0-9]+$ ]]; then id="\${COMP_WORDS[i]}"; fi
  done
  words=""
  case "$command $prev$joined" in
${optional.join("\n")}
  esac
  case "$command $prev" in
${choices.join("\n")}
  esac
  if [[ -n $words ]]; then _upnext_offer "$words"; return; fi
  case "$command" in
${commands.map(flagsOf).join("\n")}
  esac
  if [[ -n $id && -n $later ]]; then words="$later"; fi
  if [[ $cur == -* || -z $words ]]; then words="$flags"; fi
  _upnext_offer "$words"
}

${offering}
# The order is Upnext's: what you hold comes first. bash before 4.4 sorts the words.
complete -o nosort -F _upnext upnext 2>/dev/null || complete -F _upnext upnext
`
}

// --- internal ---

const offering = `# Offers these words for $cur; a word such as <file> stands for what it lists.
_upnext_offer() {
  local words="$1"
  # Of several values separated by commas, only the last is completed.
  if [[ -n $commas && $cur == *,* ]]; then before="\${cur%,*},"; fi
  case "$words" in
    '<directory>') _upnext_fill -d; return ;;
    '<file>') _upnext_fill -f; return ;;
    # Nothing is known about a value that can be anything.
    '<any>') return ;;
    '<'*'>') _upnext_ask "\${words//[<>]/}"; return ;;
  esac
  _upnext_fill -P "$before" -W "$words"
}

# Offers what the server knows. The words typed so far may name a server, an agent or a task.
_upnext_ask() {
  local typed=() word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]//[\\\\\\"\\']/}"
    # bash also splits --url=http://host at each = and colon.
    if [[ $i -gt 1 && ( $word == [=:] || \${COMP_WORDS[i-1]} == [=:] ) ]]
    then typed[\${#typed[@]}-1]+="$word"
    else typed+=( "$word" )
    fi
  done
  # compgen -W is not used here, because it would run a command that is in a name.
  while IFS=$'\\t' read -r word _; do
    if [[ $before$word == "$cur"* ]]; then COMPREPLY+=( "$before$(printf '%q' "$word")" ); fi
  done < <(upnext completions "$1" -- "\${typed[@]}" 2>/dev/null)
}

# Offers what compgen finds for $cur, one per line, because a file name may have spaces.
_upnext_fill() {
  local word
  if [[ $1 == -[df] ]]; then compopt -o filenames 2>/dev/null; fi
  while IFS= read -r word; do COMPREPLY+=( "$word" ); done < <(compgen "$@" -- "\${cur#"$before"}")
}
`

function names(words: readonly { readonly name: string }[]): string {
  return words.map(({ name }) => name).join(" ")
}

/** The words for an offer, or what stands for it. */
function wordsFor(offer: Offer | undefined): string {
  if (isWords(offer)) return offer.join(" ")
  return `<${offer ?? "any"}>`
}

function flagsOf({ name, flags, positionals: [first, second] }: Leaf): string {
  const given = first?.offer ? ` words='${wordsFor(first.offer)}'` : ""
  // A second argument comes after a task.
  const later = second ? ` later='${wordsFor(second.offer)}'` : ""
  return `    '${name}') flags='${flags.map((flag) => `--${flag.name}`).join(" ")}'${given}${later} ;;`
}

function valuesOf({ name, flags }: Leaf, takes: Option["takes"]): string[] {
  const asked = flags.filter((flag) => flag.takes === takes && (takes === "word" || flag.offer))
  return asked.map((flag) => {
    const commas = flag.hasCommas ? " commas=1" : ""
    const sign = takes === "joined" ? "=" : ""
    return `    '${name} --${flag.name}${sign}') words='${wordsFor(flag.offer)}'${commas} ;;`
  })
}
