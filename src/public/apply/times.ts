import { timeZone } from '#model/dates.ts'
import type { Language } from '#model/vocabulary.ts'

/** English as in Europe: the day before the month. */
const localeOf = (language: Language) => (language === 'en' ? 'en-GB' : language)

/** `30 September 2026 at 16:00`, by the university's clock: dates of the admission are Romanian time. */
export const romanianTime = (instant: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(instant))

/** To the second and with the zone's name, as a receipt needs it. */
export const exactRomanianTime = (instant: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(instant))

/** The same as `romanianTime` by the clock of this device, for what happened on it. */
export const deviceTime = (instant: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))

export const deviceClock = (instant: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(new Date(instant))

export const longDay = (day: Date, language: Language) => new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }).format(day)

/** A date without a time, `YYYY-MM-DD`, as `15 March 2007`. */
export const dayInWords = (day: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
