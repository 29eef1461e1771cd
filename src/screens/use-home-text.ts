import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/i18n.ts'

/** The homes' own words, those of the records and of the frame around them. */
export function useHomeText() {
  const { t } = useTranslation(['home', 'shell', 'resources'])
  return { t, language: useLanguage() }
}
