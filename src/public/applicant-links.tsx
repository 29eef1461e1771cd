import { useText } from '@matricola/console/i18n.ts'
import { openAdmissions } from '#resources/admission/concurrent-admissions.ts'
import { admissionPath, applyPath, statusPath } from '#resources/paths.ts'
import { ApplicationDeadline } from './apply/application-deadline.tsx'
import { usePublicConfig } from './public-config.ts'
import { SessionName } from './university-language.tsx'

/** Links for applicants on the sign-in page. */
export function ApplicantLinks() {
  const t = useText('public')
  const { publicConfig } = usePublicConfig()
  return (
    <section className="public-panel panel" aria-labelledby="applying">
      <h2 id="applying">
        {publicConfig?.session ? <SessionName of={publicConfig} /> : t('admission.title')}
      </h2>
      {publicConfig && openAdmissions(publicConfig).length > 0 ? (
        <>
          <ApplicationDeadline publicConfig={publicConfig} programmeId={null} />
          <a className="button button-primary" href={applyPath}>
            {t('apply.start.begin')}
          </a>
        </>
      ) : null}
      <p className="public-aside">
        <span>{t('signIn.applicants')}</span>
        <a href={admissionPath}>{t('admission.link')}</a>
        <a href={statusPath}>{t('signIn.status')}</a>
      </p>
    </section>
  )
}
