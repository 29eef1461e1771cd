import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { ChoiceBadge } from '@matricola/console/fields/choice-badge.tsx'
import { formatNumericDate, timeText } from '@matricola/console/fields/date-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { ListFailed, ListSkeleton } from '@matricola/console/pages/list/list-states.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { toListArguments } from '@matricola/providers/data.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { isFieldType } from '@matricola/schema/field.ts'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { daysAfter } from '@matricola/schema/values/dates.ts'
import type { CallArguments } from '@matricola/schema/wire/call.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useList } from '@refinedev/core'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { dayOf } from '#resources/academic/exams.ts'
import type { WireExamPlan, WirePlannedExam } from '#resources/academic/wire-exams.ts'
import * as examCalls from '#resources/calls/exams.ts'
import { getResource } from '#resources/index.ts'
import '@matricola/console/pages/list/list.css'
import { ExamLink } from './exam-link.tsx'
import { useExamText } from './use-exam-text.ts'
import './exams.css'
import { Checkbox } from '@matricola/console/kit/checks.tsx'

const exams = getResource('exams')
const years = getResource('academic-years')
const choicesOf = (name: string) => {
  const spec = fieldOf(exams, name)
  return isFieldType(spec, 'choice') ? spec.choices : {}
}
const sessions = Object.keys(choicesOf('session'))

/** The exams of a session by day, each with its conflicts. */
export function ExamPlanning() {
  const { t } = useExamText()
  const { role } = useUser()
  const scope = useId()
  usePageTitle(t('exams:planning.title'))
  const [params, setParams] = useSearchParams()
  const { query: yearsQuery } = useList<WireRecord, HttpError>({
    resource: years.name,
    ...toListArguments({ ...emptyListQuery, pageSize: 100, sort: ['-startsOn'] }),
  })
  const list = yearsQuery.data?.data ?? []
  const session = params.get('plan') || 'winter'
  const day = dayOf(new Date().toISOString())
  const current =
    list.find(({ startsOn, endsOn }) => String(startsOn) <= day && day <= String(endsOn)) ?? list[0]
  const yearId = params.get('year') ?? current?.id ?? null
  const onlyConflicts = params.has('conflicts')
  const plan = useCall(
    examCalls.examPlanning,
    // The server rejects invalid sessions in the URL.
    {
      query: {
        academicYearId: String(yearId),
        session: session as CallArguments<typeof examCalls.examPlanning>['query']['session'],
      },
    },
    // Nested under the query key of exams, so that each write of an exam also invalidates the plan.
    {
      key: ['data', 'default', 'exams', 'list', 'planning', yearId, session],
      enabled: yearId !== null,
    },
  )
  const set = (name: string, value: string | null) =>
    setParams(
      (currentParams) => {
        const next = new URLSearchParams(currentParams)
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <div className="exam-planning">
      <div className="inline-group plan-bar">
        <Link to={pagePaths(exams, role).list}>{t('exams:planning.list')}</Link>
        <label htmlFor={`${scope}-year`}>{t(`resources:exams.fields.academicYearId`)}</label>
        <select
          id={`${scope}-year`}
          className="select"
          value={yearId ?? ''}
          onChange={(event) => set('year', event.target.value)}
        >
          {list.map(({ id, name }) => (
            <option key={id} value={id}>
              {String(name)}
            </option>
          ))}
        </select>
        <label htmlFor={`${scope}-session`}>{t('resources:exams.fields.session')}</label>
        <select
          id={`${scope}-session`}
          className="select"
          value={session}
          onChange={(event) => set('plan', event.target.value)}
        >
          {sessions.map((name) => (
            <option key={name} value={name}>
              {t(`resources:${choiceKey(exams, 'session', name)}`)}
            </option>
          ))}
        </select>
        <Checkbox
          checked={onlyConflicts}
          onChange={(event) => set('conflicts', event.target.checked ? '1' : null)}
        >
          {t('exams:planning.onlyConflicts')}
        </Checkbox>
      </div>
      {yearsQuery.isError || plan.isError ? (
        <ListFailed
          error={yearsQuery.error ?? asHttpError(plan.error)}
          onRetry={() => void (yearsQuery.isError ? yearsQuery.refetch() : plan.refetch())}
        />
      ) : list.length === 0 && yearsQuery.data ? (
        <p className="list-state panel">{t('exams:planning.noYear')}</p>
      ) : plan.data ? (
        <PlannedDays plan={plan.data} onlyConflicts={onlyConflicts} />
      ) : (
        <ListSkeleton columns={4} rows={8} />
      )}
    </div>
  )
}

const asHttpError = (error: Error | null) =>
  error instanceof HttpError
    ? error
    : new HttpError({ statusCode: 0, message: error?.message ?? '' })

const hasConflict = ({
  clashes,
  sameDay,
  isRoomTaken,
  isProfessorTaken,
  missingPlaces,
}: WirePlannedExam) =>
  clashes > 0 || sameDay > 0 || isRoomTaken || isProfessorTaken || missingPlaces > 0

/** All days of the session's periods, and other days with exams. */
function daysOf({ periods, exams: all }: WireExamPlan): string[] {
  const days = new Set(all.map(({ startsAt }) => dayOf(startsAt)))
  for (const { startsOn, endsOn } of periods)
    for (let day = startsOn; day <= endsOn; day = daysAfter(day, 1)) days.add(day)
  return [...days].sort()
}

function PlannedDays({
  plan,
  onlyConflicts,
}: {
  readonly plan: WireExamPlan
  readonly onlyConflicts: boolean
}) {
  const { t, language } = useExamText()
  const conflictCount = plan.exams.filter(hasConflict).length
  const exams = t('exams:planning.exams', { count: plan.exams.length })
  const conflicts =
    conflictCount === 0
      ? t('exams:planning.noConflicts')
      : t('exams:planning.conflicts', { count: conflictCount })
  const label = `${exams} ${conflicts}`
  useAnnounce(label)
  const weekday = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'long',
    timeZone: 'UTC',
  })
  const days = daysOf(plan).map((day) => ({
    day,
    exams: plan.exams.filter(
      (exam) => dayOf(exam.startsAt) === day && (!onlyConflicts || hasConflict(exam)),
    ),
  }))
  const visibleDays = onlyConflicts ? days.filter((day) => day.exams.length > 0) : days
  return (
    <>
      <p>{label}</p>
      {visibleDays.length === 0 ? (
        <p className="list-state panel">{t('exams:planning.empty')}</p>
      ) : (
        <ol className="bare-list plan-days">
          {visibleDays.map(({ day, exams: examsOfDay }) => (
            <li key={day} className="panel" data-empty={examsOfDay.length === 0}>
              <h2 className="plan-day">
                {weekday.format(new Date(`${day}T00:00:00Z`))} {formatNumericDate(day, language)}
              </h2>
              {examsOfDay.length === 0 ? (
                <p className="home-empty">{t('exams:planning.freeDay')}</p>
              ) : (
                <ul className="bare-list">
                  {examsOfDay.map((exam) => (
                    <PlannedExam key={exam.id} exam={exam} />
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function PlannedExam({ exam }: { readonly exam: WirePlannedExam }) {
  const { t, language } = useExamText()
  const start = new Date(exam.startsAt)
  const end = new Date(start.getTime() + exam.durationMinutes * 60_000)
  const conflictTexts = [
    exam.clashes > 0 && t('exams:conflicts.clashes', { count: exam.clashes }),
    exam.sameDay > 0 && t('exams:conflicts.sameDay', { count: exam.sameDay }),
    exam.isRoomTaken && t('exams:conflicts.room'),
    exam.isProfessorTaken && t('exams:conflicts.professor'),
    exam.missingPlaces > 0 && t('exams:conflicts.places', { count: exam.missingPlaces }),
  ].filter((text) => text !== false)
  return (
    <li className="plan-exam" data-hard={exam.clashes > 0}>
      <span className="plan-time">
        {timeText(start, language)}–{timeText(end, language)}
      </span>
      <span className="plan-details">
        <ExamLink id={exam.id} course={`${exam.course} (${exam.group})`} />
        <span className="home-fact">
          {[
            exam.room,
            exam.professor,
            t('exams:conflicts.participants', { count: exam.participants }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {conflictTexts.length > 0 && (
          <ul className="bare-list plan-conflicts">
            {conflictTexts.map((text) => (
              <li key={text}>
                <Icon name="warning" /> {text}
              </li>
            ))}
          </ul>
        )}
      </span>
      <ChoiceBadge
        option={choicesOf('state')[exam.state]}
        label={t(`resources:${choiceKey(exams, 'state', exam.state)}`)}
      />
    </li>
  )
}
