import { useLanguage } from '@matricola/console/i18n.ts'
import { useTranslation } from 'react-i18next'

/** Texts of the timetable and of the namespaces its pages need. */
export function useTimetableText() {
  const { t } = useTranslation(['timetable', 'shell', 'resources', 'pages'])
  return { t, language: useLanguage() }
}
