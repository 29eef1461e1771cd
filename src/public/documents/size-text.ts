import type { Language } from '#model/vocabulary.ts'

/** `3.4 MB`, in the language's own figures and unit; small files in kilobytes, of which there is at least one. */
export function sizeText(bytes: number, language: Language): string {
  const isSmall = bytes < 100 * 1024
  const value = bytes / 1024 / (isSmall ? 1 : 1024)
  const unit = isSmall ? 'kilobyte' : 'megabyte'
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: isSmall ? 0 : 1 }).format(
    Math.max(isSmall ? 1 : 0, value),
  )
}

export const percentText = (share: number, language: Language) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
