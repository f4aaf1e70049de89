import MarkdownIt from "markdown-it"

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

markdown.renderer.rules["image"] = (tokens, index) => {
  const token = tokens[index]
  const { escapeHtml } = markdown.utils
  const source = escapeHtml(String(token?.attrGet("src") ?? ""))
  return `<a href="${source}" target="_blank" rel="noopener noreferrer nofollow">${escapeHtml(token?.content || "image")}</a>`
}

export function render(text: string): string {
  return markdown.render(text)
}
