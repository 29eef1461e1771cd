import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { longDate } from '@matricola/console/fields/date-text.ts'
import { Definitions } from '@matricola/console/fields/definitions.tsx'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { ListPage } from '@matricola/console/pages/list/list-page.tsx'
import { RecordStateBadge } from '@matricola/console/pages/show/record-state-badge.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { today } from '@matricola/schema/values/dates.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useList } from '@refinedev/core'
import { Link } from 'react-router'
import { useStudyText } from '../use-study-text.ts'
import { OwnStudentPage } from './own-student-page.tsx'
import { useStudyRecord } from './study-record-view.tsx'

const newestFirst = [
  { field: 'year', order: 'desc' as const },
  { field: 'session', order: 'asc' as const },
]

/** Final degree exams. Students see their own, and other roles see the list. */
export function LicenseExamsList({ resource }: PageProps) {
  const { role } = useUser()
  if (role !== 'student') return <ListPage resource={resource} />
  return (
    <OwnStudentPage>
      {({ id }) => <OwnLicenseExams resource={resource} studentId={id} />}
    </OwnStudentPage>
  )
}

function OwnLicenseExams({ resource, studentId }: PageProps & { readonly studentId: string }) {
  const { t } = useStudyText()
  const { query } = useList<WireRecord>({
    resource: resource.name,
    sorters: newestFirst,
    pagination: { pageSize: 20 },
    errorNotification: false,
  })
  if (query.isError)
    return <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
  const exams = query.data?.data
  if (!exams) return <FieldsSkeleton />
  return (
    <>
      <Eligibility studentId={studentId} exam={exams[0]} />
      {exams.length === 0 ? (
        <p className="panel study-empty">{t('study:degree.none')}</p>
      ) : (
        exams.map((exam) => <Exam key={exam.id} resource={resource} exam={exam} />)
      )}
    </>
  )
}

/** Requirements of the exam, met and missing. */
function Eligibility({
  studentId,
  exam,
}: {
  readonly studentId: string
  readonly exam: WireRecord | undefined
}) {
  const { t } = useStudyText()
  const { data: record, isError, error, refetch } = useStudyRecord(studentId)
  if (isError) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!record) return <FieldsSkeleton rows={4} />
  const { creditsEarned: have, creditsPossible: need } = record
  const isPast = ['passed', 'failed', 'absent'].includes(String(exam?.status))
  const checks: readonly (readonly [text: string, isDone: boolean])[] = [
    [t('study:degree.credits', { have, need }), have >= need],
    [t('study:degree.registered'), exam !== undefined],
    [t('study:degree.supervisor'), Boolean(exam?.supervisorId)],
    [t('study:degree.thesis'), Boolean(exam?.thesisTitle)],
    [t('study:degree.admitted'), exam?.status === 'eligible' || isPast],
  ]
  return (
    <section className="panel study-card" aria-labelledby="eligibility">
      <h2 id="eligibility">{t('study:degree.eligibility')}</h2>
      <ul className="study-checks">
        {checks.map(([text, isDone]) => (
          <li key={text}>
            <Icon name={isDone ? 'check' : 'ring'} />
            <span>
              {text}
              <span className="caption">
                {' '}
                – {t(isDone ? 'study:degree.done' : 'study:degree.open')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const shownFields = [
  'thesisTitle',
  'supervisorId',
  'scheduledAt',
  'room',
  'writtenGrade',
  'defenceGrade',
  'average',
  'credits',
  'statusReason',
] as const

function Exam({ resource, exam }: { readonly resource: AnyResource; readonly exam: WireRecord }) {
  const { t, language } = useStudyText()
  const { role } = useUser()
  const can = usePermission()
  const pages = pagePaths(resource, role)
  const due =
    typeof exam.thesisDueOn === 'string' && exam.thesisDueOn >= today(new Date())
      ? exam.thesisDueOn
      : null
  return (
    <section className="panel study-card" aria-labelledby={exam.id}>
      <div className="study-head">
        <h2 id={exam.id}>
          <Link className="record-link" to={pages.show.replace(':id', exam.id)}>
            {t(`resources:license-exams.choices.session.${exam.session}`)} {String(exam.year)}
          </Link>
        </h2>
        <RecordStateBadge resource={resource} record={exam} />
      </div>
      <Definitions
        resource={resource}
        record={exam}
        names={shownFields.filter((name) => exam[name] !== null && exam[name] !== 0)}
      />
      {can('update', resource, exam) && (
        <div className="button-row">
          <Link className="button" to={pages.edit.replace(':id', exam.id)}>
            {t('study:degree.changeTitle')}
          </Link>
          {due && (
            <span className="caption">
              {t('study:degree.until', { date: longDate(due, language) })}
            </span>
          )}
        </div>
      )}
    </section>
  )
}
