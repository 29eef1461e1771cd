import { applyPath } from '#model/paths.ts'
import { useText } from '../i18n.ts'
import { PublicFrame } from './frame.tsx'

/** `/registration/status` while no applications are taken. */
export function Status() {
  const t = useText('public')
  return (
    <PublicFrame title={t('status.title')}>
      <h1>{t('status.title')}</h1>
      <p>{t('status.detail')}</p>
      <p>
        <a href={applyPath}>{t('status.apply')}</a>
      </p>
    </PublicFrame>
  )
}
