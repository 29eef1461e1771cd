import { useTranslation } from 'react-i18next'
import { useSession } from '#providers/session.ts'

/** Tells an admin that the server's disk fills up, as it was when the page was loaded; the server tells nobody else. */
export function StorageBanner() {
  const { t } = useTranslation('shell')
  const storage = useSession().user?.storage
  if (!storage) return null
  return (
    <p className="storage-banner" role="alert">
      {t(`storage.${storage}`)}
    </p>
  )
}
