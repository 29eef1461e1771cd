import type { Language } from '#model/vocabulary.ts'

/**
 * `3.4 MB`, in the language's own figures and unit; small files in kilobytes, of which there is at least one. A megabyte is a
 * million bytes, as telephones and file managers count: a file that is refused is then never said to have just the 2 MB allowed.
 */
export function sizeText(bytes: number, language: Language): string {
  const isSmall = bytes < 100_000
  const value = bytes / (isSmall ? 1000 : 1_000_000)
  const unit = isSmall ? 'kilobyte' : 'megabyte'
  const text = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: isSmall ? 0 : 1 }).format(
    Math.max(isSmall ? 1 : 0, value),
  )
  // Some languages part them with a space at which lines break.
  return text.replace(' ', '\u00a0')
}

/** A file as it is named in a line: `card.jpg, 0.8 MB`. */
export const fileText = ({ name, bytes }: { readonly name: string; readonly bytes: number }, language: Language) =>
  `${name}, ${sizeText(bytes, language)}`

export const percentText = (share: number, language: Language) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
