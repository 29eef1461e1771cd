import { useText } from '@matricola/console/i18n.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { signInPath } from '@matricola/schema/paths.ts'
import { errorStatus } from '@matricola/schema/wire/errors.ts'
import { admissionPath, applyPath, statusPath } from '#resources/paths.ts'

export function PublicNotFound() {
  const t = useText('public')
  return (
    <PublicFrame title={t('errors:notFound.title')}>
      <p className="public-code">{errorStatus['path.unknown']}</p>
      <h1>{t('errors:notFound.title')}</h1>
      <p>{t('errors:notFound.detail')}</p>
      <div className="link-card">
        <a href={signInPath} aria-describedby="sign-in-detail">
          {t('errors:notFound.link')}
        </a>
        <span id="sign-in-detail">{t('errors:notFound.linkDetail')}</span>
      </div>
      <p className="public-aside">
        <span>{t('signIn.applicants')}</span>
        <a href={admissionPath}>{t('admission.link')}</a>
        <a href={applyPath}>{t('signIn.apply')}</a>
        <a href={statusPath}>{t('signIn.status')}</a>
      </p>
    </PublicFrame>
  )
}
