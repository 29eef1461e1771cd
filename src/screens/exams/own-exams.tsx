import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { ChoiceBadge } from '@matricola/console/fields/choice-badge.tsx'
import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { moneyDisplay, numberDisplay } from '@matricola/console/fields/number-text.ts'
import { ListFailed, ListSkeleton } from '@matricola/console/pages/list/list-states.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import { useState } from 'react'
import type { WireOwnExam, WirePossibleResit } from '#resources/academic/wire-exams.ts'
import { possibleResits } from '#resources/calls/exam-resits.ts'
import * as examCalls from '#resources/calls/exams.ts'
import { getResource } from '#resources/index.ts'
import '@matricola/console/pages/list/list.css'
import { ExamLink } from './exam-link.tsx'
import { ResitRequestDialog } from './resit-request-dialog.tsx'
import { ResitRequests } from './resit-requests.tsx'
import { useExamText } from './use-exam-text.ts'
import '../home-rows.css'
import './exams.css'
import { Button } from '@matricola/console/kit/button.tsx'
import { defaultCurrency } from '#resources/currency.ts'

const exams = getResource('exams')
const grades = getResource('grades')
const resits = getResource('exam-resits')

/** A student's upcoming and past exams, and the exams that the student may request again. */
export function OwnExams() {
  const { t } = useExamText()
  usePageTitle()
  const query = useCall(examCalls.listOwnExams, {}, { key: ['data', 'default', 'exams', 'own'] })
  if (query.error instanceof HttpError)
    return <ListFailed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton columns={3} rows={6} />
  const { coming, past } = query.data
  return (
    <div className="own-exams">
      <ExamSection
        id="exams-coming"
        title={t('exams:own.coming')}
        emptyText={t('exams:own.noneComing')}
        rows={coming}
        isUpcoming
      />
      <PossibleResits />
      <ResitRequests />
      <ExamSection
        id="exams-past"
        title={t('exams:own.past')}
        emptyText={t('exams:own.nonePast')}
        rows={past}
      />
    </div>
  )
}

interface ExamSectionProps {
  readonly id: string
  readonly title: string
  readonly emptyText: string
  readonly rows: readonly WireOwnExam[]
  readonly isUpcoming?: boolean
}

function ExamSection({ id, title, emptyText, rows, isUpcoming = false }: ExamSectionProps) {
  return (
    <section className="panel exams-section" aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="home-empty">{emptyText}</p>
      ) : (
        <ul className="bare-list home-rows">
          {rows.map((exam) => (
            <li key={exam.id}>
              <ExamRow exam={exam} isUpcoming={isUpcoming} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ExamRow({
  exam,
  isUpcoming,
}: {
  readonly exam: WireOwnExam
  readonly isUpcoming: boolean
}) {
  const { t, language, until } = useExamText()
  const { id, course, startsAt, room, type, kind, state } = exam
  const facts = [
    dateTimeText(startsAt, language),
    room,
    t(`resources:${choiceKey(exams, 'type', type)}`),
    kind && t(`resources:${choiceKey(resits, 'kind', kind)}`),
  ]
  return (
    <>
      <ExamLink id={id} course={course} />
      <span className="home-fact">
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {isUpcoming ? (
          state === 'cancelled' ? (
            <ChoiceBadge
              option={{ color: 'red', icon: 'cross' }}
              label={t(`resources:${choiceKey(exams, 'state', state)}`)}
            />
          ) : (
            <strong>{until(startsAt)}</strong>
          )
        ) : (
          <ResultText result={exam.result} value={exam.value} />
        )}
      </span>
    </>
  )
}

/** A grade, the reason why there is none, or a note that there is no result yet. */
function ResultText({
  result,
  value,
}: {
  readonly result: string | null
  readonly value: number | null
}) {
  const { t, language } = useExamText()
  if (result === null) return <span>{t('exams:own.noResult')}</span>
  return (
    <strong className="home-grade">
      {result === 'graded'
        ? numberDisplay(value ?? 0, language, 0)
        : t(`resources:${choiceKey(grades, 'result', result)}`)}
    </strong>
  )
}

/**
 * Courses for which a resit or an improvement can be requested. Renders nothing while the
 * university accepts no requests.
 */
function PossibleResits() {
  const { t, language } = useExamText()
  const [requested, setRequested] = useState<WirePossibleResit | null>(null)
  const { data, error, refetch } = useCall(
    possibleResits,
    {},
    { key: ['data', 'default', 'exam-resits', 'possible'] },
  )
  if (error instanceof HttpError) return <ListFailed error={error} onRetry={() => void refetch()} />
  if (!data?.isOpen || data.courses.length === 0) return null
  // Courses for which a request is possible come first.
  const courses = [...data.courses].sort(
    (one, other) => Number(one.refusal !== null) - Number(other.refusal !== null),
  )
  return (
    <section className="panel exams-section" aria-labelledby="exams-ask">
      <h2 id="exams-ask" className="section-title">
        {t('exams:resitRequest.title')}
      </h2>
      <ul className="bare-list home-rows">
        {courses.map((course) => (
          <li key={course.courseId}>
            <span>
              {course.course} <ResultText result={course.result} value={course.value} />
            </span>
            <span className="home-fact">
              {course.refusal ? (
                <span>
                  {t(`errors:issues.${course.refusal}`, {
                    max: numberDisplay(data.improvementsPerSemester, language, 0),
                  })}
                </span>
              ) : (
                <>
                  <span>
                    {course.fee > 0
                      ? t('exams:resitRequest.fee', {
                          amount: moneyDisplay(course.fee, language, defaultCurrency),
                        })
                      : t('exams:resitRequest.free')}
                  </span>
                  <Button onClick={() => setRequested(course)}>
                    {t(`exams:resitRequest.${course.kind}`)}
                    <span className="visually-hidden">: {course.course}</span>
                  </Button>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {requested && <ResitRequestDialog resit={requested} onClose={() => setRequested(null)} />}
    </section>
  )
}
