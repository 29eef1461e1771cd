/** The dates of an admission as a feed that calendar programs subscribe to (RFC 5545, RFC 7986). */

import {
  escapeCalendarText,
  formatCalendar,
  utcStamp,
} from '@matricola/schema/values/calendar-text.ts'
import { daysAfter } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Texts } from '@matricola/server/texts.ts'
import {
  admissionCalendar,
  type CalendarEntry,
  endsPeriod,
  lastInstantOf,
} from '#resources/admission/admission-calendar.ts'
import type { WireAdmission } from '#resources/admission/admission-overview.ts'
import { nameIn } from '#resources/admission/translated-name.ts'

export interface CalendarFeed {
  readonly admission: WireAdmission
  /** Absent: the dates of all programmes. */
  readonly programme?: { readonly name: string; readonly isRanked: boolean }
  /** Page with these dates. */
  readonly address: string
  readonly texts: Texts
  readonly language: Language
  readonly now: Date
}

export function calendarFeed(feed: CalendarFeed): string {
  const { admission, programme, language } = feed
  const name = escapeCalendarText(
    [programme?.name, nameIn(admission, language)].filter(Boolean).join(', '),
  )
  return formatCalendar('Admission', [
    `NAME:${name}`,
    // Programs that do not know RFC 7986 read these two.
    `X-WR-CALNAME:${name}`,
    'X-PUBLISHED-TTL:PT12H',
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...admissionCalendar(admission, programme).flatMap((entry) => eventOf(entry, feed, name)),
  ])
}

function eventOf(
  entry: CalendarEntry,
  { admission, address, texts, language, now }: CalendarFeed,
  calendarName: string,
): string[] {
  const { kind, round } = entry
  const record = round ?? admission
  const what = [
    texts.text(language, `apply:calendar.${kind}`),
    ...(round && admission.rounds.length > 1 ? [nameIn(round, language)] : []),
  ].join(', ')
  return [
    'BEGIN:VEVENT',
    `UID:${kind}-${record.id}@${new URL(address).hostname}`,
    `DTSTAMP:${utcStamp(now)}`,
    `SEQUENCE:${record.version}`,
    ...timesOf(entry),
    'TRANSP:TRANSPARENT',
    `SUMMARY:${escapeCalendarText(endsPeriod(entry) ? texts.text(language, 'apply:calendar.lastDay', { what }) : what)}`,
    `DESCRIPTION:${calendarName}`,
    `URL:${address}`,
    'END:VEVENT',
  ]
}

/** A day, or a moment without duration. */
function timesOf(entry: CalendarEntry): string[] {
  const instant = lastInstantOf(entry)
  if (instant) return [`DTSTART:${utcStamp(instant)}`]
  return [
    `DTSTART;VALUE=DATE:${compactDate(entry.date)}`,
    `DTEND;VALUE=DATE:${compactDate(daysAfter(entry.date, 1))}`,
  ]
}

const compactDate = (day: string) => day.replaceAll('-', '')
