import { inWords } from '#model/values/dates.ts'
import type { Language } from '#model/vocabulary.ts'

/** The same as `momentInWords` by the clock of this device, for what happened on it. */
export const deviceTime = (instant: string, language: Language) =>
  inWords(new Date(instant), language, { dateStyle: 'long', timeStyle: 'short' })

export const deviceClock = (instant: string, language: Language) => inWords(new Date(instant), language, { timeStyle: 'short' })

export const longDay = (day: Date, language: Language) => inWords(day, language, { dateStyle: 'long' })
