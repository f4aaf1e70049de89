import MarkdownIt from "markdown-it"
import { cutMentions, type Agents } from "./mentions.ts"

/**
 * Markdown with raw HTML off. Two of its ways are changed for the page's content security policy: an alignment
 * is a class, as a style attribute would be refused, and a picture is a link, as nothing is loaded from elsewhere.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })

markdown.core.ruler.push("safe_page", ({ tokens }) => {
  for (const token of tokens) {
    const align = /text-align:(\w+)/.exec(String(token.attrGet("style") ?? ""))?.[1]
    if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== "style")
    if (align) token.attrSet("class", `align-${align}`)
  }
})

markdown.renderer.rules["link_open"] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("target", "_blank")
  tokens[index]?.attrSet("rel", "noopener noreferrer nofollow")
  return self.renderToken(tokens, index, options)
}

/** Code that is wider than the page is scrolled, also by keyboard. */
for (const name of ["fence", "code_block"]) {
  const inner = markdown.renderer.rules[name]
  if (inner) markdown.renderer.rules[name] = (...all) => inner(...all).replace(/^<pre/, '<pre tabindex="0"')
}

markdown.renderer.rules["image"] = (tokens, index) => {
  const token = tokens[index]
  const { escapeHtml } = markdown.utils
  const source = escapeHtml(String(token?.attrGet("src") ?? ""))
  return `<a href="${source}" target="_blank" rel="noopener noreferrer nofollow">${escapeHtml(token?.content || "image")}</a>`
}

/** Calls of agents by `@name` stand out, where there is an agent of that name. */
markdown.core.ruler.push("mentions", ({ tokens, env, Token }) => {
  const { agents } = env as { agents?: Agents }
  if (!agents || agents.size === 0) return
  for (const token of tokens)
    token.children =
      token.children?.flatMap((child) => {
        if (child.type !== "text" || !child.content.includes("@")) return [child]
        return cutMentions(child.content, agents).map(({ text, isMention }) => {
          const piece = new Token(isMention ? "mention" : "text", "", 0)
          piece.content = text
          return piece
        })
      }) ?? null
})

markdown.renderer.rules["mention"] = (tokens, index) =>
  `<span class="mention">${markdown.utils.escapeHtml(tokens[index]?.content ?? "")}</span>`

/** @param agents by their name in small letters; without them no mention stands out */
export function render(text: string, agents?: Agents): string {
  return markdown.render(text, { agents })
}
