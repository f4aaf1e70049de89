import { offerFor, takesValue, type Leaf, type Tree } from "./tree.ts"

/** Works in bash 3.2 too, which macOS has, and without the package bash-completion. */
export function bash({ first, groups, commands }: Tree): string {
  const choices = commands.flatMap((command) => command.flags.flatMap((flag) => valuesOf(command, flag)))
  return `# shellcheck shell=bash
# What bash completes after \`upnext\`. Install it, then open a new shell:
#   upnext completions bash > ~/.local/share/bash-completion/completions/upnext
# or, without the package bash-completion, put this line into ~/.bashrc:
#   source <(upnext completions bash)
# Print it anew after an update of upnext.

_upnext() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="\${COMP_WORDS[1]}" at=2 i words flags
  COMPREPLY=()
  # --flag=value comes as three words.
  if [[ $cur == "=" ]]; then cur=""
  elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    _upnext_fill -W '${names(first)} --help --version'
    return
  fi
  if [[ $command == help ]]; then
    command="\${COMP_WORDS[2]}" at=3
    if [[ $COMP_CWORD -eq 2 ]]; then
      _upnext_fill -W '${names(first.filter(({ name }) => name !== "help"))}'
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
    # What follows -- is not ours.
    if [[ \${COMP_WORDS[i]} == -- ]]; then _upnext_fill -f; return; fi
  done
  words=""
  case "$command $prev" in
${choices.join("\n")}
  esac
  if [[ -n $words ]]; then _upnext_offer "$words"; return; fi
  case "$command" in
${commands.map(flagsOf).join("\n")}
  esac
  if [[ $cur == -* || -z $words ]]; then words="$flags"; fi
  _upnext_offer "$words"
}

${offering}
complete -F _upnext upnext
`
}

// --- internal ---

const offering = `# Offers these words, or what stands for them, for $cur.
_upnext_offer() {
  local words="$1" word
  case "$words" in
    '<directory>') _upnext_fill -d; return ;;
    '<file>') _upnext_fill -f; return ;;
    # Of a value that can be anything, nothing is known.
    '<any>') return ;;
    '<tasks>' | '<agents>')
      # Not by compgen -W, which would run what stands in a name.
      while IFS=$'\\t' read -r word _; do
        if [[ $word == "$cur"* ]]; then COMPREPLY+=( "$(printf '%q' "$word")" ); fi
      done < <(upnext completions "\${words//[<>]/}" 2>/dev/null)
      return ;;
  esac
  _upnext_fill -W "$words"
}

# Offers what compgen finds for $cur, a line each: the name of a file may have spaces.
_upnext_fill() {
  local word
  if [[ $1 != -W ]]; then compopt -o filenames 2>/dev/null; fi
  while IFS= read -r word; do COMPREPLY+=( "$word" ); done < <(compgen "$@" -- "$cur")
}
`

function names(words: readonly { readonly name: string }[]): string {
  return words.map(({ name }) => name).join(" ")
}

function flagsOf({ name, flags, positionals }: Leaf): string {
  const words = positionals.flatMap(({ choices = [] }) => choices)
  const live = positionals.map(offerFor).find((offer) => offer !== undefined)
  const offered = words.length > 0 ? words.join(" ") : live ? `<${live}>` : ""
  const given = offered ? ` words='${offered}'` : ""
  return `    '${name}') flags='${flags.map((flag) => `--${flag.name}`).join(" ")}'${given} ;;`
}

function valuesOf({ name }: Leaf, flag: Leaf["flags"][number]): string[] {
  if (!takesValue(flag) || flag.kind === "maybe") return []
  const values = flag.choices?.join(" ") ?? `<${offerFor(flag) ?? "any"}>`
  return [`    '${name} --${flag.name}') words='${values}' ;;`]
}
