import MarkdownIt, { type Token } from "markdown-it"
import { ownWords } from "../../domain/wire/excerpt.ts"
import { mentionsIn } from "../../domain/wire/mentions.ts"
import { nameKey } from "../../domain/wire/names.ts"
import { fileOf } from "./file-links.ts"

/** Known agents, by the key of their name. */
type Agents = ReadonlyMap<string, unknown>

/** Renders Markdown without raw HTML, and replaces what the page's content security policy would block. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })

/** The protocols that a link may have. Others may start a program on the reader's machine. No protocol: this server. */
markdown.validateLink = (url) => !/^[^/?#]*:/.test(url) || /^(https?|mailto):/i.test(url) || isDataImage(url)

// As on GitHub, `www.` begins a link. A file name such as README.md is no link, although .md is a domain too.
markdown.linkify.add("www.", {
  validate: (text, at) =>
    /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\/[^\s<>"'`()]*[^\s<>"'`().,:;!?*_~])?/u.exec(text.slice(at))?.[0]
      .length ?? 0,
  normalize: (match) => (match.url = `https://${match.url}`),
})

/** The policy blocks style attributes, so an alignment becomes a class. */
markdown.core.ruler.push("alignment", ({ tokens }) => {
  for (const token of tokens) {
    const align = /text-align:(\w+)/.exec(String(token.attrGet("style") ?? ""))?.[1]
    if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== "style")
    if (align) token.attrSet("class", `align-${align}`)
  }
})

/** Shows a box for `- [ ]` and `- [x]`. It shows what the text says and cannot be ticked. */
markdown.core.ruler.push("task_lists", ({ tokens, Token }) => {
  for (const [i, item] of tokens.entries()) {
    const first = tokens[i + 2]?.type === "inline" ? tokens[i + 2]?.children?.[0] : undefined
    const box =
      item.type === "list_item_open" && first?.type === "text" && /^\[([ x])\]\s/i.exec(first.content)
    if (!first || !box) continue
    item.attrJoin("class", "task-item")
    first.content = first.content.slice(box[0].length)
    const checkbox = new Token("checkbox", "input", 0)
    const isTicked = box[1] !== " "
    checkbox.attrs = [
      ["type", "checkbox"],
      ["disabled", ""],
      ["aria-label", isTicked ? "Done" : "To do"],
    ]
    if (isTicked) checkbox.attrPush(["checked", ""])
    tokens[i + 2]?.children?.unshift(checkbox)
  }
})

/** Links open in a new tab. A picture that the page may not load becomes a link; inside a link, only its text. */
markdown.core.ruler.push("links", ({ tokens, env, Token }) => {
  const { isPlain = false, isLine = false } = env as { isPlain?: boolean; isLine?: boolean }
  for (const { children } of tokens) {
    const open: Token[] = []
    for (const token of children ?? []) {
      if (token.type === "link_open") open.push(isPlain ? unlink(token) : openLink(token))
      if (token.type === "link_close") token.tag = open.pop()?.tag ?? "a"
      const isFile = token.type === "image" && fileOf(String(token.attrGet("src"))) !== null
      if (token.type === "image" && (isPlain || (isFile && isLine))) token.type = "alt"
      else if (isFile) token.type = "file"
      if (token.type !== "image" || isLoaded(String(token.attrGet("src")))) continue
      const link = new Token("link_open", "a", 1)
      link.attrs = [["href", String(token.attrGet("src"))]]
      token.type = open.length > 0 ? "alt" : "linked_image"
      token.meta = { link: openLink(link) }
    }
  }
})

/** Marks each `@name` that is the name of an agent. */
markdown.core.ruler.push("mentions", ({ tokens, env, Token }) => {
  const { agents } = env as { agents?: Agents }
  if (!agents || agents.size === 0) return
  const find = (name: string) => (agents.has(nameKey(name)) ? name : undefined)
  const piece = (type: string, content: string) => Object.assign(new Token(type, "", 0), { content })
  for (const token of tokens)
    token.children =
      token.children?.flatMap((child) => {
        if (child.type !== "text" || !child.content.includes("@")) return [child]
        const pieces: Token[] = []
        let end = 0
        for (const { from, to } of mentionsIn(child.content, find)) {
          pieces.push(
            piece("text", child.content.slice(end, from)),
            piece("mention", child.content.slice(from, to)),
          )
          end = to
        }
        return [...pieces, piece("text", child.content.slice(end))]
      }) ?? null
})

const { rules } = markdown.renderer
const escape = markdown.utils.escapeHtml
rules["mention"] = (tokens, index) => `<span class="mention">${escape(tokens[index]?.content ?? "")}</span>`
rules["alt"] = (tokens, index) => escape(altOf(tokens[index]))
// Whoever shows the text asks for the picture, with the token.
rules["file"] = (tokens, index, options, env, self) => {
  const source = String(tokens[index]?.attrGet("src"))
  const alt = self.renderInlineAsText(tokens[index]?.children ?? [], options, env) || "image"
  return `<img class="attached" data-file="${escape(source)}" alt="${escape(alt)}">`
}
rules["linked_image"] = (tokens, index, options, _env, self) =>
  `${self.renderToken([tokens[index]?.meta?.["link"] as Token], 0, options)}${escape(altOf(tokens[index]))}</a>`

/** Code that is wider than the page can be scrolled, also by keyboard. */
for (const name of ["fence", "code_block"]) {
  const inner = rules[name]
  if (inner)
    rules[name] = (...all) =>
      `<div class="code">${inner(...all).replace(/^<pre/, '<pre tabindex="0"')}<button type="button" class="copy">Copy</button></div>`
}

/** @param agents by the key of their name; without them no mention is marked */
export function render(text: string, agents?: Agents): string {
  return markdown.render(text, { agents })
}

/**
 * One line of Markdown without blocks: what marks a heading, a list or a quotation is left out.
 * @param isLinked false where the line is a link itself; its own links are then text
 */
export function renderLine(text: string, agents?: Agents, isLinked = true): string {
  const [first = ""] = ownWords(text).split("\n", 1)
  const line = first.replace(/^\s*(?:#{1,6}\s+|>\s?|(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?)/i, "")
  return markdown.renderInline(line, { agents, isPlain: !isLinked, isLine: true })
}

// --- internal ---

function isDataImage(url: string): boolean {
  return /^data:image\/(gif|png|jpeg|webp|avif);/i.test(url)
}

/**
 * True for pictures that the page loads: those written as data in the text, and those among the server's own assets. The
 * policy allows every address of the server, but the others are no pictures, and some requests wait for a minute.
 */
function isLoaded(source: string): boolean {
  if (isDataImage(source)) return true
  const url = URL.canParse(source, document.baseURI) ? new URL(source, document.baseURI) : null
  return url?.origin === location.origin && url.pathname.startsWith("/assets/")
}

/** Browsers do not follow links to data, so such a link becomes text. */
function openLink(token: Token): Token {
  if (/^data:/i.test(String(token.attrGet("href")))) return unlink(token)
  token.attrSet("target", "_blank")
  token.attrSet("rel", "noopener noreferrer nofollow")
  return token
}

function unlink(token: Token): Token {
  token.tag = "span"
  token.attrs = null
  return token
}

function altOf(token: Token | undefined): string {
  return token?.content || "image"
}
