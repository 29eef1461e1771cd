import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/i18n.ts'

/** The words of study records, license exams and certificates, those of the records and of pages. */
export function useStudyText() {
  const { t } = useTranslation(['study', 'resources', 'pages', 'shell'])
  return { t, language: useLanguage() }
}
