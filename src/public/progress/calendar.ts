/** A date of an application as an entry for calendar programs. It holds no more than the reference: calendars are shared. */
import type { NextWords, WireProgress } from '#model/admission/progress.ts'
import { sentenceOf } from '#model/admission/progress.ts'
import { statusPath } from '#model/paths.ts'
import { calendarOf, escapedText, utcStamp } from '#model/values/calendar-text.ts'
import { daysAfter, today } from '#model/values/dates.ts'
import type { Language } from '#model/vocabulary.ts'
import { text } from '../../i18n.ts'

/** Sentences that name a day to keep, and what the entry says of it. */
const kept: { readonly [says in NextWords]?: 'review' | 'changes' | 'place' | 'appeal' } = {
  submitted: 'review',
  update_requested: 'changes',
  place: 'place',
  placeFee: 'place',
  declinedUntil: 'appeal',
}

export const hasEntry = ({ says, date }: WireProgress) => kept[says] !== undefined && date !== null

/** The entry: a whole day by the university's clock, with a reminder at nine o'clock on the day before. */
export function entryOf(reference: string, progress: WireProgress, language: Language): string {
  const { says, date } = progress
  const kind = kept[says] ?? ''
  const day = date?.includes('T') ? today(new Date(date)) : (date ?? '')
  const { key, params } = sentenceOf(progress, language)
  const address = `${window.location.origin}${statusPath}`
  const title = escapedText(text(`progress:calendar.${kind}`, { reference }))
  return calendarOf('Admission', [
    'BEGIN:VEVENT',
    // The same for a deadline that was moved, which so takes the place of the first.
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
