/** Calendar entries for dates of an application. They contain only the reference number, because calendars are often shared. */
import type { NextWords, WireProgress } from '#model/admission/progress.ts'
import { sentenceOf } from '#model/admission/progress.ts'
import { statusPath } from '#model/paths.ts'
import { calendarOf, escapedText, utcStamp } from '#model/values/calendar-text.ts'
import { daysAfter, today } from '#model/values/dates.ts'
import type { Language } from '#model/vocabulary.ts'
import { text } from '../../i18n.ts'

/** Sentences that mention a date worth saving, and the entry's text. */
const kept: { readonly [says in NextWords]?: 'review' | 'changes' | 'place' | 'appeal' } = {
  submitted: 'review',
  update_requested: 'changes',
  place: 'place',
  placeFee: 'place',
  declinedUntil: 'appeal',
}

export const hasEntry = ({ says, date }: WireProgress) => kept[says] !== undefined && date !== null

/** Builds a calendar entry: a whole day in the university's time zone, with a reminder at nine o'clock the day before. */
export function entryOf(reference: string, progress: WireProgress, language: Language): string {
  const { says, date } = progress
  const kind = kept[says] ?? ''
  const day = date?.includes('T') ? today(new Date(date)) : (date ?? '')
  const { key, params } = sentenceOf(progress, language)
  const address = `${window.location.origin}${statusPath}`
  const title = escapedText(text(`progress:calendar.${kind}`, { reference }))
  return calendarOf('Admission', [
    'BEGIN:VEVENT',
    // The UID stays the same when a deadline is moved, so that the new entry replaces the old one.
    `UID:${kind}-${reference}@${window.location.host}`,
    `DTSTAMP:${utcStamp(new Date())}`,
    `DTSTART;VALUE=DATE:${plain(day)}`,
    `DTEND;VALUE=DATE:${plain(daysAfter(day, 1))}`,
    'TRANSP:TRANSPARENT',
    `SUMMARY:${title}`,
    `DESCRIPTION:${escapedText(`${text(key, params)}\n${address}`)}`,
    `URL:${address}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${title}`,
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
  ])
}

const plain = (day: string) => day.replaceAll('-', '')
