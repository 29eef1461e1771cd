import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { isRealInstant } from '@matricola/schema/values/dates.ts'
import { useEffect, useState } from 'react'
import type {
  WireConflictingExam,
  WireExamConflicts,
  WireExamMeetings,
} from '#resources/academic/wire-exams.ts'
import * as examCalls from '#resources/calls/exams.ts'
import { useExamText } from './use-exam-text.ts'
import './exams.css'

type ExamValues = { readonly [field: string]: unknown }

const conflictFields = [
  'classId',
  'session',
  'startsAt',
  'durationMinutes',
  'room',
  'capacity',
  'professorId',
  'secondProfessorId',
] as const
/** Time without typing before the server is called, in milliseconds. */
const pauseMs = 400

/** Shows the conflicts of the exam in the form before the exam is saved. */
export function ExamConflicts({
  id,
  values,
}: {
  readonly id: string | null
  readonly values: ExamValues
}) {
  const { t } = useExamText()
  const body = useDebounced(bodyOf(id, values))
  const { data, isError } = useCall(
    examCalls.examConflicts,
    { input: JSON.parse(body ?? '{}') },
    { enabled: body !== null, keepPreviousResult: true, retry: false },
  )
  if (body === null) return null
  return (
    <section className="form-section panel exam-conflicts" aria-labelledby="exam-conflicts">
      <h2 id="exam-conflicts" className="section-title">
        {t('exams:conflicts.title')}
      </h2>
      <LiveRegion as="div">
        {isError ? (
          <p>{t('exams:conflicts.failed')}</p>
        ) : !data ? (
          <p>{t('pages:state.loading')}</p>
        ) : (
          <>
            <p>{t('exams:conflicts.participants', { count: data.participants })}</p>
            <StudentConflicts meetings={data.clashes} text="clashes" isBlocking />
            <StudentConflicts meetings={data.sameDay} text="sameDay" />
            <OverlappingExams exams={data.room} text="room" />
            <OverlappingExams exams={data.professors} text="professor" />
            {data.missingPlaces > 0 && (
              <Notice text={t('exams:conflicts.places', { count: data.missingPlaces })} />
            )}
            {hasNoConflicts(data) && (
              <p className="exam-free">
                <Icon name="check" /> {t('exams:conflicts.none')}
              </p>
            )}
          </>
        )}
      </LiveRegion>
    </section>
  )
}

const hasNoConflicts = ({ clashes, sameDay, room, professors, missingPlaces }: WireExamConflicts) =>
  clashes.count + sameDay.count + room.length + professors.length + missingPlaces === 0

function StudentConflicts({
  meetings,
  text,
  isBlocking = false,
}: {
  readonly meetings: WireExamMeetings
  readonly text: string
  readonly isBlocking?: boolean
}) {
  const { t, language } = useExamText()
  if (meetings.count === 0) return null
  const rest = meetings.count - meetings.students.length
  return (
    <Notice text={t(`exams:conflicts.${text}`, { count: meetings.count })} isBlocking={isBlocking}>
      <ul>
        {meetings.students.map(({ studentId, student, course, startsAt }) => (
          <li key={studentId}>
            {student}: {course}, {dateTimeText(startsAt, language)}
          </li>
        ))}
        {rest > 0 && <li>{t('exams:conflicts.more', { count: rest })}</li>}
      </ul>
    </Notice>
  )
}

function OverlappingExams({
  exams,
  text,
}: {
  readonly exams: readonly WireConflictingExam[]
  readonly text: string
}) {
  const { t, language } = useExamText()
  if (exams.length === 0) return null
  return (
    <Notice text={t(`exams:conflicts.${text}`)}>
      <ul>
        {exams.map(({ id, course, group, startsAt, room }) => (
          <li key={id}>
            {[`${course} (${group})`, dateTimeText(startsAt, language), room]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface NoticeProps {
  readonly text: string
  readonly isBlocking?: boolean
  readonly children?: React.ReactNode
}

function Notice({ text, isBlocking = false, children }: NoticeProps) {
  return (
    <div className={isBlocking ? 'message message-error' : 'message message-warn'}>
      <div>
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}

/**
 * The request body as text, so that equal bodies compare as equal. Null while the class, session or
 * time is missing.
 */
function bodyOf(id: string | null, values: ExamValues): string | null {
  const minutes = Number(values.durationMinutes)
  const isComplete =
    typeof values.classId === 'string' &&
    typeof values.session === 'string' &&
    typeof values.startsAt === 'string'
  if (
    !isComplete ||
    !isRealInstant(String(values.startsAt)) ||
    !Number.isInteger(minutes) ||
    minutes < 15 ||
    minutes > 600
  )
    return null
  const presentFields = conflictFields.flatMap((name) =>
    values[name] === null || values[name] === undefined ? [] : [[name, values[name]]],
  )
  return JSON.stringify({ ...Object.fromEntries(presentFields), ...(id && { id }) })
}

/** Returns the value after it has not changed for a moment. */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
