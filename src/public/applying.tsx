import { openAdmissions } from '#model/admission/beside.ts'
import { admissionPath, applyPath, statusPath } from '#model/paths.ts'
import { useText } from '../i18n.ts'
import { Deadline } from './apply/deadline.tsx'
import { Own } from './own.tsx'
import { useIntake } from './university.ts'

/** Links for applicants on the sign-in page. */
export function Applying() {
  const t = useText('public')
  const { intake } = useIntake()
  return (
    <section className="public-sheet sheet" aria-labelledby="applying">
      <h2 id="applying">{intake?.session ? <Own>{intake.session}</Own> : t('admission.title')}</h2>
      {intake && openAdmissions(intake).length > 0 ? (
        <>
          <Deadline intake={intake} chosenId={null} />
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
