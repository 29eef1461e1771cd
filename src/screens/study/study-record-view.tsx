import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { useId } from 'react'
import type { WireGradeAppeal } from '#resources/academic/appeals.ts'
import type {
  StudyAttempt,
  StudyResult,
  StudyTotals,
  StudyYear,
  WireStudyRecord,
} from '#resources/academic/study-record.ts'
import * as studyCalls from '#resources/calls/study-record.ts'
import './study.css'
import { useStudyText } from '../use-study-text.ts'
import { GradeAppealButton } from './grade-appeal-button.tsx'

/** Fetches the study record of a student. */
export const useStudyRecord = (studentId: string) =>
  useCall(
    studyCalls.getStudyRecord,
    { params: { id: studentId } },
    { key: ['study-record', studentId], fallback: 'study:record.failed' },
  )

/** Years and semesters of a student: all attempts, final grades, averages and credits. */
export function StudyRecordView({ studentId }: { readonly studentId: string }) {
  const { t } = useStudyText()
  const query = useStudyRecord(studentId)
  const record = query.data
  if (!record)
    return query.isError ? (
      <LoadFailed
        message={query.error.message}
        reference={query.error instanceof HttpError ? query.error.requestId : undefined}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <FieldsSkeleton />
    )
  if (record.years.length === 0)
    return <p className="panel study-empty">{t('study:record.empty')}</p>
  return (
    <div className="study" aria-busy={query.isFetching}>
      <section className="panel study-overall">
        <h2>{t('study:record.overall')}</h2>
        <Totals totals={record} />
        <p className="caption">{t('study:record.rule')}</p>
      </section>
      {record.years.map((year) => (
        <Year key={year.year} year={year} appeals={record.appeals} />
      ))}
    </div>
  )
}

const averageText = (average: number, language: string) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    average,
  )

function Totals({
  totals: { average, creditsEarned, creditsPossible },
}: {
  readonly totals: StudyTotals
}) {
  const { t, language } = useStudyText()
  return (
    <p className="study-totals">
      <span>
        {average === null
          ? t('study:record.noAverage')
          : t('study:record.average', { average: averageText(average, language) })}
      </span>
      <span>{t('study:record.credits', { earned: creditsEarned, possible: creditsPossible })}</span>
    </p>
  )
}

type Appeals = WireStudyRecord['appeals']

function Year({ year, appeals }: { readonly year: StudyYear; readonly appeals: Appeals }) {
  const { t } = useStudyText()
  const id = useId()
  return (
    <section className="panel study-year" aria-labelledby={id}>
      <div className="study-head">
        <h2 id={id}>{t('study:record.year', { year: year.year })}</h2>
        <Totals totals={year} />
      </div>
      {year.semesters.map((semester) => (
        <div key={semester.semester} className="study-semester">
          <div className="study-head">
            <h3>{t('study:record.semester', { semester: semester.semester })}</h3>
            <Totals totals={semester} />
          </div>
          <ul className="bare-list study-courses">
            {semester.courses.map((course) => (
              <Course key={course.id} course={course} appeals={appeals} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

interface CourseProps {
  readonly course: StudyResult
  readonly appeals: Appeals
}

function Course({ course: { name, code, credits, type, grade, attempts }, appeals }: CourseProps) {
  const { t, language } = useStudyText()
  return (
    <li>
      <div className="study-course">
        <span>{name}</span>
        <span className="caption">
          {t('study:record.courseFacts', { code, credits })}
          {type === 'facultative' && ` · ${t('study:record.optional')}`}
        </span>
        {attempts.length > 0 && (
          <ol className="bare-list study-attempts">
            {attempts.map((attempt) => (
              <Attempt
                key={attempt.id}
                course={name}
                attempt={attempt}
                appealState={appeals[attempt.id]}
              />
            ))}
          </ol>
        )}
      </div>
      {grade === null ? (
        <span className="study-grade">
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">{t('study:record.noGrade')}</span>
        </span>
      ) : (
        <strong className="study-grade">
          <span className="visually-hidden">
            {t('study:record.grade', { grade: numberDisplay(grade, language, 0) })}
          </span>
          <span aria-hidden="true">{numberDisplay(grade, language, 0)}</span>
        </strong>
      )}
    </li>
  )
}

interface AttemptProps {
  readonly course: string
  readonly attempt: StudyAttempt
  readonly appealState: WireGradeAppeal | undefined
}

function Attempt({
  course,
  attempt: { id, attempt, kind, result, value, publishedAt, publishedBy, academicYear },
  appealState,
}: AttemptProps) {
  const { t, language } = useStudyText()
  const choice = (field: string, name: string) => t(`resources:grades.choices.${field}.${name}`)
  const resultText = result === 'graded' ? String(value) : choice('result', result)
  const date = publishedAt && dateTimeText(publishedAt, language)
  const published =
    date &&
    (publishedBy
      ? t('study:record.published', { date, name: publishedBy })
      : t('study:record.publishedOn', { date }))
  return (
    <li>
      {t('study:record.attempt', { attempt, kind: choice('kind', kind), result: resultText })}
      <span className="study-date">{[academicYear, published].filter(Boolean).join(' · ')}</span>
      {appealState && (
        <span className="study-appeal">
          <GradeAppealButton
            gradeId={id}
            course={course}
            grade={resultText}
            appealState={appealState}
          />
        </span>
      )}
    </li>
  )
}
