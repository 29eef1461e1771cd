import { errorStatus } from '#model/errors.ts'
import { signInPath } from '#model/paths.ts'
import { useText } from '../i18n.ts'
import { PublicFrame } from './frame.tsx'

export function NotFound() {
  const t = useText('public')
  return (
    <PublicFrame title={t('notFound.title')}>
      <p className="public-code">{errorStatus['path.unknown']}</p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.detail')}</p>
      <a className="link-card" href={signInPath}>
        <strong>{t('notFound.link')}</strong>
        <span>{t('notFound.linkDetail')}</span>
      </a>
    </PublicFrame>
  )
}
