/**
 * What a name of a character in HTML stands for, `&copy;`; the name itself where there is none. The build puts this in
 * place of the package that markdown-it imports, whose table takes 24 kB of the page: a browser knows all names.
 */
export function decodeHTMLStrict(name: string): string {
  const decoded = new DOMParser().parseFromString(name, "text/html").documentElement.textContent
  // A browser reads the beginning of some names without a semicolon: &notit; is no name, and &not is one.
  return decoded.endsWith(";") && name !== "&semi;" ? name : decoded
}
