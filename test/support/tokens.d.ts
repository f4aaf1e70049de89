/** How many tokens a text is to a model, by the encoding `o200k_base`. */
export function countTokens(text: string): number
