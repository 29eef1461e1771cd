import type { Language } from '../vocabulary.ts'
import { numberFormat } from './intl-formats.ts'

/**
 * Formats a file size such as `3.4 MB` in the language. Small files are shown in kilobytes, as at
 * least 1 kB. A megabyte is a million bytes, as phones and file managers show it, so that a file
 * rejected by the 2 MiB limit is never shown as "2 MB".
 */
export function formatSize(bytes: number, language: Language): string {
  const isSmall = bytes < 100_000
  const value = bytes / (isSmall ? 1000 : 1_000_000)
  const unit = isSmall ? 'kilobyte' : 'megabyte'
  const text = numberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(Math.max(isSmall ? 1 : 0, value))
  // Prevents a line break between number and unit.
  return text.replace(' ', '\u00a0')
}

/** Name and size of a file, such as `card.jpg, 0.8 MB`. */
export const formatFileNameAndSize = (
  { name, bytes }: { readonly name: string; readonly bytes: number },
  language: Language,
) => `${name}, ${formatSize(bytes, language)}`

export const formatPercent = (share: number, language: Language) =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
