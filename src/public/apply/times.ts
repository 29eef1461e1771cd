import { inWords, timeZone } from '#model/dates.ts'
import type { Language } from '#model/vocabulary.ts'

/** `30 September 2026 at 16:00`, by the university's clock: dates of the admission are Romanian time. */
export const romanianTime = (instant: string, language: Language) =>
  inWords(new Date(instant), language, { dateStyle: 'long', timeStyle: 'short', timeZone })

/** To the second and with the zone's name, as a receipt needs it. */
export const exactRomanianTime = (instant: string, language: Language) =>
  inWords(new Date(instant), language, { dateStyle: 'long', timeStyle: 'long', timeZone })

/** The same as `romanianTime` by the clock of this device, for what happened on it. */
export const deviceTime = (instant: string, language: Language) =>
  inWords(new Date(instant), language, { dateStyle: 'long', timeStyle: 'short' })

export const deviceClock = (instant: string, language: Language) => inWords(new Date(instant), language, { timeStyle: 'short' })

export const longDay = (day: Date, language: Language) => inWords(day, language, { dateStyle: 'long' })

/** A date without a time, `YYYY-MM-DD`, as `15 March 2007`. */
export const dayInWords = (day: string, language: Language) =>
  inWords(new Date(`${day}T00:00:00Z`), language, { dateStyle: 'long', timeZone: 'UTC' })
