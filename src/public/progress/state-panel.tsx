import './progress.css'
import { translate, useText } from '@matricola/console/i18n.ts'
import { type AppIconName, Icon } from '@matricola/console/icons/icon.tsx'
import { saveBlob } from '@matricola/console/save-file.ts'
import {
  escapeCalendarText,
  formatCalendar,
  utcStamp,
} from '@matricola/schema/values/calendar-text.ts'
import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { StateDate, Turn } from '#resources/admission/application-state.ts'
import type { WireState } from '#resources/admission/wire.ts'
import { statusPath } from '#resources/paths.ts'
import { useStateText } from '../../application-state/use-state-text.ts'

const icons: { readonly [turn in Turn]: AppIconName } = {
  applicant: 'pencil',
  staff: 'clock',
  waiting: 'clock',
  nobody: 'check',
}

interface StatePanelProps {
  /** Names the calendar entries. Null if none are possible. */
  readonly reference: string | null
  readonly state: WireState
}

/** Shows who acts next and the next step. Offers calendar entries if there are dates. */
export function StatePanel({ reference, state }: StatePanelProps) {
  const t = useText('application')
  const { sentence } = useStateText(state)
  return (
    <div className="next-step" data-turn={state.turn}>
      <p className="next-step-actor">
        <Icon name={icons[state.turn]} />
        {t(`turns.${state.turn}`)}
      </p>
      <p>{sentence}</p>
      {reference === null ? null : <AddToCalendar reference={reference} state={state} />}
    </div>
  )
}

/** Saves the dates of the state as one calendar file. */
export function AddToCalendar({
  reference,
  state,
}: StatePanelProps & { readonly reference: string }) {
  const t = useText('application')
  const { sentence } = useStateText(state)
  if (state.dates.length === 0) return null
  const add = () =>
    saveBlob(
      new Blob([createCalendar(reference, state.dates, sentence)], { type: 'text/calendar' }),
      `${t('calendar.fileName')}-${reference}.ics`,
    )
  return (
    <p className="calendar-entry">
      <button type="button" className="button" onClick={add}>
        <Icon name="clock" />
        {t('calendar.add')}
      </button>
    </p>
  )
}

const createCalendar = (reference: string, dates: readonly StateDate[], sentence: string): string =>
  formatCalendar(
    'Admission',
    dates.flatMap((one) => calendarEntry(reference, one, sentence)),
  )

/**
 * Builds a calendar entry: a whole day in the university's time zone, with a reminder at nine
 * o'clock the day before.
 */
function calendarEntry(
  reference: string,
  { kind, date, sequence }: StateDate,
  sentence: string,
): string[] {
  const day = date.includes('T') ? today(new Date(date)) : date
  const address = `${window.location.origin}${statusPath}`
  const title = escapeCalendarText(translate(`application:calendar.${kind}`, { reference }))
  return [
    'BEGIN:VEVENT',
    // The UID stays the same when a date is moved, so that the new entry replaces the old one.
    `UID:${kind}-${reference}@${window.location.host}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utcStamp(new Date())}`,
    `DTSTART;VALUE=DATE:${compactDate(day)}`,
    `DTEND;VALUE=DATE:${compactDate(daysAfter(day, 1))}`,
    'TRANSP:TRANSPARENT',
    `SUMMARY:${title}`,
    `DESCRIPTION:${escapeCalendarText(`${sentence}\n${address}`)}`,
    `URL:${address}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${title}`,
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
  ]
}

const compactDate = (day: string) => day.replaceAll('-', '')
