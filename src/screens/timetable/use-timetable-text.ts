import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/i18n.ts'

/** The timetable's own words, those of the records and of the frame around them. */
export function useTimetableText() {
  const { t } = useTranslation(['timetable', 'shell', 'resources', 'pages'])
  return { t, language: useLanguage() }
}
