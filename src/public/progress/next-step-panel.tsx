import './progress.css'
import { translate, useLanguage, useText } from '@matricola/console/i18n.ts'
import { type AppIconName, Icon } from '@matricola/console/icons/icon.tsx'
import { saveBlob } from '@matricola/console/save-file.ts'
import {
  escapeCalendarText,
  formatCalendar,
  utcStamp,
} from '@matricola/schema/values/calendar-text.ts'
import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import {
  type NextActor,
  type NextStepMessage,
  progressMessage,
  type WireProgress,
} from '#resources/admission/progress.ts'
import { statusPath } from '#resources/paths.ts'

const icons: { readonly [actor in NextActor]: AppIconName } = {
  applicant: 'pencil',
  staff: 'clock',
  waiting: 'clock',
  nobody: 'check',
}

interface NextStepPanelProps {
  /** Names the calendar entry. Null if no entry is possible. */
  readonly reference: string | null
  readonly progress: WireProgress
}

/**
 * Shows who acts next and the next step. Offers a calendar entry if there is a date and scripts are
 * running.
 */
export function NextStepPanel({ reference, progress }: NextStepPanelProps) {
  const t = useText('progress')
  const { key, params } = progressMessage(progress, useLanguage())
  return (
    <div className="next-step" data-next-actor={progress.nextActor}>
      <p className="next-step-actor">
        <Icon name={icons[progress.nextActor]} />
        {t(`nextActors.${progress.nextActor}`)}
      </p>
      <p>{t(key, params)}</p>
      {reference === null ? null : <AddToCalendar reference={reference} progress={progress} />}
    </div>
  )
}

function AddToCalendar({
  reference,
  progress,
}: NextStepPanelProps & { readonly reference: string }) {
  const t = useText('progress')
  const language = useLanguage()
  if (!hasCalendarEntry(progress)) return null
  const add = () =>
    saveBlob(
      new Blob([createCalendarEntry(reference, progress, language)], { type: 'text/calendar' }),
      `${t('calendar.fileName')}-${reference}.ics`,
    )
  return (
    <button type="button" className="button" onClick={add}>
      <Icon name="clock" />
      {t('calendar.add')}
    </button>
  )
}

/**
 * Messages with a date that applicants may want to save, and the text of the calendar entry for
 * each.
 */
const entryTexts: {
  readonly [message in NextStepMessage]?: 'review' | 'changes' | 'place' | 'results' | 'appeal'
} = {
  submitted: 'review',
  update_requested: 'changes',
  place: 'place',
  placeFee: 'place',
  waiting: 'results',
  placeRetracted: 'results',
  notRanked: 'results',
  declinedUntil: 'appeal',
}

const hasCalendarEntry = ({ message, date }: WireProgress) =>
  entryTexts[message] !== undefined && date !== null

/**
 * Builds a calendar entry: a whole day in the university's time zone, with a reminder at nine
 * o'clock the day before.
 */
function createCalendarEntry(
  reference: string,
  progress: WireProgress,
  language: Language,
): string {
  const { message, date } = progress
  const kind = entryTexts[message] ?? ''
  const day = date?.includes('T') ? today(new Date(date)) : (date ?? '')
  const { key, params } = progressMessage(progress, language)
  const address = `${window.location.origin}${statusPath}`
  const title = escapeCalendarText(translate(`progress:calendar.${kind}`, { reference }))
  return formatCalendar('Admission', [
    'BEGIN:VEVENT',
    // The UID stays the same when a deadline is moved, so that the new entry replaces the old one.
    `UID:${kind}-${reference}@${window.location.host}`,
    `DTSTAMP:${utcStamp(new Date())}`,
    `DTSTART;VALUE=DATE:${compactDate(day)}`,
    `DTEND;VALUE=DATE:${compactDate(daysAfter(day, 1))}`,
    'TRANSP:TRANSPARENT',
    `SUMMARY:${title}`,
    `DESCRIPTION:${escapeCalendarText(`${translate(key, params)}\n${address}`)}`,
    `URL:${address}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${title}`,
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
  ])
}

const compactDate = (day: string) => day.replaceAll('-', '')
