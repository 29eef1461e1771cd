import i18next from 'i18next'
import type { Language } from '#model/vocabulary.ts'
import { useLanguage, useText } from '#src/i18n.ts'

export interface PageText {
  readonly t: (key: string, params?: Readonly<Record<string, string | number>>) => string
  readonly language: Language
  readonly exists: (key: string) => boolean
}

/** Texts of the record pages and, with their namespace in front, of resources and errors; and the language they are in. */
export function usePageText(): PageText {
  useText('resources')
  useText('errors')
  const t = useText('pages')
  const language = useLanguage()
  return { t, language, exists: (key: string) => i18next.exists(key) }
}
