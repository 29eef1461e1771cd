import { statusPath } from '#model/paths.ts'
import { useText } from '../../../i18n.ts'

/** For applicants who have already submitted. */
export function StatusLink() {
  const t = useText('apply')
  return (
    <p>
      <a href={statusPath}>{t('already.status')}</a>
    </p>
  )
}
