import MarkdownIt, { type Token } from "markdown-it"
import { mentionsIn } from "../../domain/wire/mentions.ts"
import { nameKey } from "../../domain/wire/names.ts"

/** Known agents, by the key of their name. */
type Agents = ReadonlyMap<string, unknown>

/** Markdown with raw HTML off, and with what the page's content security policy refuses put in another way. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })

/** Other protocols may start a program of the reader's machine. An address without one is this server's. */
markdown.validateLink = (url) => !/^[^/?#]*:/.test(url) || /^(https?|mailto):/i.test(url) || isDataImage(url)

// As on GitHub, `www.` begins a link, and a file such as README.md is none, though .md is a domain too.
markdown.linkify.add("www.", {
  validate: (text, at) =>
    /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\/[^\s<>"'`()]*[^\s<>"'`().,:;!?*_~])?/u.exec(text.slice(at))?.[0]
      .length ?? 0,
  normalize: (match) => (match.url = `https://${match.url}`),
})

/** A style attribute would be refused, so an alignment is a class. */
markdown.core.ruler.push("alignment", ({ tokens }) => {
  for (const token of tokens) {
    const align = /text-align:(\w+)/.exec(String(token.attrGet("style") ?? ""))?.[1]
    if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== "style")
    if (align) token.attrSet("class", `align-${align}`)
  }
})

/** `- [ ]` and `- [x]` begin with a box, which shows what the text says and cannot be ticked. */
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

/** Links open beside the page. A picture that the page may not load is a link; within a link, its words alone. */
markdown.core.ruler.push("links", ({ tokens, Token }) => {
  for (const { children } of tokens) {
    const open: Token[] = []
    for (const token of children ?? []) {
      if (token.type === "link_open") open.push(openLink(token))
      if (token.type === "link_close") token.tag = open.pop()?.tag ?? "a"
      if (token.type !== "image" || isLoaded(String(token.attrGet("src")))) continue
      const link = new Token("link_open", "a", 1)
      link.attrs = [["href", String(token.attrGet("src"))]]
      token.type = open.length > 0 ? "alt" : "linked_image"
      token.meta = { link: openLink(link) }
    }
  }
})

/** Calls of agents by `@name` stand out, where there is an agent of that name. */
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
rules["linked_image"] = (tokens, index, options, _env, self) =>
  `${self.renderToken([tokens[index]?.meta?.["link"] as Token], 0, options)}${escape(altOf(tokens[index]))}</a>`

/** Code that is wider than the page is scrolled, also by keyboard. */
for (const name of ["fence", "code_block"]) {
  const inner = rules[name]
  if (inner) rules[name] = (...all) => inner(...all).replace(/^<pre/, '<pre tabindex="0"')
}

/** @param agents by the key of their name; without them no mention stands out */
export function render(text: string, agents?: Agents): string {
  return markdown.render(text, { agents })
}

// --- internal ---

function isDataImage(url: string): boolean {
  return /^data:image\/(gif|png|jpeg|webp|avif);/i.test(url)
}

/**
 * Whether the page loads a picture: one that is written out in the text, or a file among the server's own. The
 * policy allows all of the server, but its other addresses are no pictures, and some are held open for a minute.
 */
function isLoaded(source: string): boolean {
  if (isDataImage(source)) return true
  const url = URL.canParse(source, document.baseURI) ? new URL(source, document.baseURI) : null
  return url?.origin === location.origin && url.pathname.startsWith("/assets/")
}

/** No browser follows a link to data, so it is text. */
function openLink(token: Token): Token {
  if (/^data:/i.test(String(token.attrGet("href")))) {
    token.tag = "span"
    token.attrs = null
    return token
  }
  token.attrSet("target", "_blank")
  token.attrSet("rel", "noopener noreferrer nofollow")
  return token
}

function altOf(token: Token | undefined): string {
  return token?.content || "image"
}
