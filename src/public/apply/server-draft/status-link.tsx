import { useText } from '@matricola/console/i18n.ts'
import { statusPath } from '#resources/paths.ts'

/** A link to the status page for applicants who have already submitted an application. */
export function StatusLink() {
  const t = useText('apply')
  return (
    <p>
      <a href={statusPath}>{t('already.status')}</a>
    </p>
  )
}
