import { isWords } from "./offers.ts"
import type { Argument, Leaf, Option, Tree, Word } from "./tree.ts"

/** With descriptions. For zsh 5. */
export function zsh({ first, help, groups, commands }: Tree): string {
  return `#compdef upnext
# What zsh completes after \`upnext\`. Install it, then open a new shell:
#   mkdir -p ~/.zfunc && upnext completions zsh > ~/.zfunc/_upnext
# with this in ~/.zshrc, before anything else that calls compinit:
#   fpath+=(~/.zfunc); autoload -U compinit; compinit
# or, if compinit has already been called, put this line into ~/.zshrc:
#   source <(upnext completions zsh)
# Print the script again after updating upnext.

_upnext() {
  local -a found typed
  # Quotes in the typed words are ignored.
  typed=("\${(@Q)words[2,CURRENT-1]}")
  if (( CURRENT == 2 )); then
    found=(${described(first)})
    _describe command found
    return
  fi
  if [[ $words[2] == help ]]; then
    shift words
    (( CURRENT-- ))
    if (( CURRENT == 2 )); then
      found=(${described(help)})
      _describe command found
    else
      _upnext
    fi
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${groups.map(({ name, words }) => `    ${name}) found=(${described(words)}) ;;`).join("\n")}
  esac
  if (( $#found )); then
    if (( CURRENT == 2 )); then
      _describe command found
      return
    fi
    command="$command $words[2]"
    shift words
    (( CURRENT-- ))
  fi
  case $command in
${commands.map(argumentsOf).join("\n")}
  esac
}

# Offers what the server knows, one line per word: the word, a tab, a description. The order is kept. If a comma follows
# the name of the list, only the last of several words is completed.
_upnext_ask() {
  local -a found
  found=(\${(f)"$(upnext completions $1 -- $typed 2>/dev/null)"})
  found=(\${found//\\\\/\\\\\\\\})
  found=(\${found//:/\\\\:})
  found=(\${found/$'\\t'/:})
  if [[ -n $2 ]]; then compset -P '*,'; fi
  _describe -V $1 found
}

# Completes the last of several words separated by commas.
_upnext_words() {
  compset -P '*,'
  compadd -- "$@"
}

if [[ $funcstack[1] == _upnext ]]; then _upnext "$@"; else compdef _upnext upnext; fi
`
}

// --- internal ---

function argumentsOf({ name, positionals, flags, rest }: Leaf): string {
  const program = rest === undefined ? [] : ["*:::command:_normal"]
  const specs = [...flags.flatMap(toSpecs), ...positionals.map(toPositional), ...program]
  return `    '${name}')\n      _arguments -S ${specs.map((spec) => `\\\n        ${quote(spec)}`).join(" ")} ;;`
}

function toSpecs(flag: Option): string[] {
  const { name, kind, short, description, takes, offer, value = "" } = flag
  const message = `[${escape(description || name)}]`
  if (takes === "nothing" || (takes === "joined" && kind === "boolean" && !offer))
    return [`(--${name})--${name}${message}`, ...(short ? [`-${short}${message}`] : [])]
  const sign = kind === "boolean" ? "=-" : "="
  const optional = takes === "joined" ? ":" : ""
  const prefix = kind === "list" ? "*" : `(--${name})`
  return [`${prefix}--${name}${sign}${message}:${optional}${escape(value)}:${actionOf(flag)}`]
}

function toPositional(positional: Argument, _: number, all: readonly Argument[]): string {
  const { name, optional, isMany } = positional
  // zsh cannot be told where a repeated argument ends, so only the last one may repeat.
  return `${isMany && all.length === 1 ? "*" : ""}:${optional ? ":" : ""}${name}:${actionOf(positional)}`
}

function actionOf({
  offer,
  hasCommas = false,
}: Pick<Argument, "offer"> & { readonly hasCommas?: boolean }): string {
  if (offer === "directory") return "_files -/"
  if (offer === "file") return "_files"
  if (offer === undefined) return " "
  if (isWords(offer)) return hasCommas ? ` _upnext_words ${offer.join(" ")}` : `(${offer.join(" ")})`
  return ` _upnext_ask ${offer}${hasCommas ? " ," : ""}`
}

function described(words: readonly Word[]): string {
  return words.map(({ name, summary }) => quote(`${name}:${summary}`)).join(" ")
}

/** For _arguments, where brackets end a description and a colon begins the next part. */
function escape(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&")
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
