/** A timetable in iCalendar format (RFC 5545). */

import {
  escapeCalendarText,
  formatCalendar,
  utcStamp,
} from '@matricola/schema/values/calendar-text.ts'
import { timeZone, today } from '@matricola/schema/values/dates.ts'
import {
  daysOfLesson,
  instantAt,
  type LessonForm,
  type TimetablePeriod,
  timeOfDay,
} from '#resources/academic/timetable.ts'
import type { TaughtHour, TimedExam } from './read-timetable.ts'

export interface CalendarParts {
  readonly name: string
  /** Domain after the `@` in the ids of events. */
  readonly host: string
  readonly hours: readonly TaughtHour[]
  readonly exams: readonly TimedExam[]
  readonly periods: readonly TimetablePeriod[]
  readonly examOf: (course: string) => string
  readonly formText: (form: LessonForm) => string
}

/**
 * Returns the calendar. Hours recur every week or every other week of a teaching period, without
 * holidays. Exams are single events.
 */
export function calendarText({
  name,
  host,
  hours,
  exams,
  periods,
  examOf,
  formText,
}: CalendarParts): string {
  return formatCalendar('Timetable', [
    `X-WR-CALNAME:${escapeCalendarText(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    ...zone,
    ...hours.flatMap((one) => hourEvents(one, { periods, host, formText })),
    ...exams.flatMap((one) => examEvent(one, host, examOf)),
  ])
}

function hourEvents(
  one: TaughtHour,
  { periods, host, formText }: Pick<CalendarParts, 'periods' | 'host' | 'formText'>,
): string[] {
  return daysOfLesson(one, periods).flatMap(({ period, days, skipped: left }) => {
    const [first = '', last = ''] = [days[0], days.at(-1)]
    return [
      'BEGIN:VEVENT',
      `UID:hour-${one.hourId}-${period.id}@${host}`,
      `DTSTAMP:${utcStamp(new Date(one.updatedAt))}`,
      `DTSTART;TZID=${timeZone}:${local(first, one.startsAt)}`,
      `DTEND;TZID=${timeZone}:${local(first, one.endsAt)}`,
      `RRULE:FREQ=WEEKLY;${one.weeks === 'every' ? '' : 'INTERVAL=2;'}UNTIL=${utcStamp(instantAt(last, one.startsAt))}`,
      ...(left.length > 0
        ? [`EXDATE;TZID=${timeZone}:${left.map((day) => local(day, one.startsAt)).join(',')}`]
        : []),
      `SUMMARY:${escapeCalendarText(one.form ? `${one.course} (${formText(one.form)})` : one.course)}`,
      ...details(one),
      'END:VEVENT',
    ]
  })
}

function examEvent(one: TimedExam, host: string, examOf: (course: string) => string): string[] {
  const [start, end] = [new Date(one.at), new Date(Date.parse(one.at) + one.minutes * 60_000)]
  return [
    'BEGIN:VEVENT',
    `UID:exam-${one.id}@${host}`,
    `DTSTAMP:${utcStamp(new Date(one.updatedAt))}`,
    `DTSTART;TZID=${timeZone}:${local(today(start), timeOfDay(start))}`,
    `DTEND;TZID=${timeZone}:${local(today(end), timeOfDay(end))}`,
    `SUMMARY:${escapeCalendarText(examOf(one.course))}`,
    `STATUS:${one.state === 'draft' ? 'TENTATIVE' : 'CONFIRMED'}`,
    ...details(one),
    'END:VEVENT',
  ]
}

const details = ({ room, groupName, professor }: TaughtHour | TimedExam) => [
  ...(room ? [`LOCATION:${escapeCalendarText(room)}`] : []),
  `DESCRIPTION:${escapeCalendarText(`${groupName}\n${professor}`)}`,
]

/** Daylight saving time in Romania since 1997. */
const zone = [
  'BEGIN:VTIMEZONE',
  `TZID:${timeZone}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:19970330T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0300',
  'TZNAME:EEST',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19971026T040000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0200',
  'TZNAME:EET',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const local = (date: string, time: string) =>
  `${date.replaceAll('-', '')}T${time.replace(':', '')}00`
