/** Numbers within texts. */

/** Names under which texts know quantities. Numbers under other names, such as years and limits of them, stay as they are. */
const quantities = new Set(['count', 'done', 'number', 'position', 'total'])
const written = new Map<string, Intl.NumberFormat>()

/** A value as a text shows it that knows it by a name: quantities as the language writes them, such as 1.554. */
export function valueInText(name: string, value: unknown, language: string): unknown {
  if (typeof value !== 'number' || !quantities.has(name)) return value
  const format = written.get(language) ?? new Intl.NumberFormat(language)
  written.set(language, format)
  return format.format(value)
}
