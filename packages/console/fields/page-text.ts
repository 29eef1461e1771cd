import type { Language } from '@matricola/schema/vocabulary.ts'
import i18next from 'i18next'
import { currentLanguage, useText } from '../i18n.ts'

export interface PageText {
  readonly t: (key: string, params?: Readonly<Record<string, string | number>>) => string
  readonly language: Language
  readonly exists: (key: string) => boolean
}

/**
 * Texts of the `pages` namespace and the current language. Keys of `resources` and `errors` need
 * their prefix.
 */
export function usePageText(): PageText {
  const t = useText('pages', 'resources', 'errors')
  return { t, language: currentLanguage(), exists: (key: string) => i18next.exists(key) }
}
