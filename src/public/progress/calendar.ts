/** Calendar entries for dates of an application. They contain only the reference number, because calendars are often shared. */

import { translate } from '@matricola/console/i18n.ts'
import { escapeCalendarText, formatCalendar, utcStamp } from '@matricola/schema/values/calendar-text.ts'
import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { NextStepMessage, WireProgress } from '#resources/admission/progress.ts'
import { progressMessage } from '#resources/admission/progress.ts'
import { statusPath } from '#resources/paths.ts'

/** Messages with a date that applicants may want to save, and the text of the calendar entry for each. */
const entryTexts: { readonly [message in NextStepMessage]?: 'review' | 'changes' | 'place' | 'appeal' } = {
  submitted: 'review',
  update_requested: 'changes',
  place: 'place',
  placeFee: 'place',
  declinedUntil: 'appeal',
}

export const hasCalendarEntry = ({ message, date }: WireProgress) => entryTexts[message] !== undefined && date !== null

/** Builds a calendar entry: a whole day in the university's time zone, with a reminder at nine o'clock the day before. */
export function createCalendarEntry(reference: string, progress: WireProgress, language: Language): string {
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
