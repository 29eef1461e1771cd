import { useText } from '@matricola/console/i18n.ts'
import { AdmissionDateList } from '../admission-date-list.tsx'
import { SessionName } from '../university-language.tsx'
import { type ApplicationDeadlineProps, admissionsOf } from './application-deadline.tsx'

/** All dates of the admission, for the first and the last page of the form. */
export function FormDates(props: ApplicationDeadlineProps) {
  const t = useText('apply')
  const { publicConfig, programmeId } = props
  const chosen = publicConfig.specializations.find(({ id }) => id === programmeId)
  const programme = chosen && { isRanked: chosen.merit !== undefined }
  const admissions = admissionsOf(props)
  return admissions.map((admission) => (
    <section key={admission.session}>
      <h2 className="apply-section">
        {t('calendar.title')}
        {admissions.length > 1 ? (
          <>
            : <SessionName of={admission} />
          </>
        ) : null}
      </h2>
      <AdmissionDateList dates={admission} programme={programme} now={publicConfig.now} />
    </section>
  ))
}
