import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/i18n.ts'

/** Words of messages and notifications, those of the records and of the frame around them. */
export function usePostText() {
  const { t } = useTranslation(['post', 'shell', 'resources', 'pages'])
  return { t, language: useLanguage() }
}
