/** Formatting of numbers in texts. */

/** Parameter names that are quantities. Other numbers, such as years, are not formatted. */
const quantities = new Set(['count', 'done', 'number', 'position', 'total'])
const written = new Map<string, Intl.NumberFormat>()

/** Formats the value of a text parameter: quantities with the thousands separators of the language, such as `1.554`. */
export function valueInText(name: string, value: unknown, language: string): unknown {
  if (typeof value !== 'number' || !quantities.has(name)) return value
  const format = written.get(language) ?? new Intl.NumberFormat(language)
  written.set(language, format)
  return format.format(value)
}
