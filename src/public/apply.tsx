import { statusPath } from '#model/paths.ts'
import { useText } from '../i18n.ts'
import { PublicFrame } from './frame.tsx'

/** `/registration/create` while no applications are taken. */
export function Apply() {
  const t = useText('public')
  return (
    <PublicFrame title={t('apply.title')}>
      <h1>{t('apply.title')}</h1>
      <p>{t('apply.detail')}</p>
      <p>
        <a href={statusPath}>{t('apply.status')}</a>
      </p>
    </PublicFrame>
  )
}
