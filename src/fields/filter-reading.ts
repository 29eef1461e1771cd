/** Converts filter values between what users type and see and the one format of URLs and the API. */
import { type FieldSpec, familyOf } from '#model/field.ts'
import { today } from '#model/values/dates.ts'
import { tidyText } from '#model/values/folding.ts'
import { readNumber, scaleOf } from '#model/values/numbers.ts'
import { instantIn, readDay } from '#model/values/read-date.ts'
import type { Issue } from '#model/wire/wire.ts'
import { currencyOf } from '#resources/currency.ts'
import { currentLanguage } from '#src/i18n.ts'
import { dateText } from './date-text.ts'
import { numberText } from './number-text.ts'

/** Formatter and parser of a value. `isWhole` is whether the text is complete, so that it can be parsed before blur. */
export interface Reading {
  readonly show: (part: string) => string
  /** Returns the value, or the issue with the text. */
  readonly read: (text: string) => string | Issue
  readonly isWhole: (text: string) => boolean
  readonly inputMode: 'decimal' | 'numeric'
}

export const numberReading = (spec: FieldSpec): Reading => ({
  show: (part) => (part === '' || Number.isNaN(Number(part)) ? part : numberText(Number(part), currentLanguage())),
  read: (text) => {
    const number = text.trim() === '' ? '' : readNumber(text, currentLanguage(), scaleOf(spec), currencyOf(spec))
    return typeof number === 'number' ? String(number) : number
  },
  isWhole: (text) => /^\d+$/.test(text.trim()),
  inputMode: 'decimal',
})

/** Day and month, and possibly a time, as columns show dates of this year. */
const withoutYear = /^(\d{1,2}[./-]\d{1,2})[./-]?( \d{1,2}[:.h]\d{2})?$/

/** A date without a year is in this year. An instant, which only URLs and programs write, is kept as it is. */
export const dayReading = (spec: FieldSpec): Reading => ({
  show: (part) => dateText(part, currentLanguage()),
  read: (text) => {
    if (familyOf(spec) === 'instant' && instantIn(text.trim()) !== null) return text.trim()
    const plain = tidyText(text)
    const [, short, time = ''] = withoutYear.exec(plain) ?? []
    const whole = short === undefined ? plain : `${short}.${today(new Date()).slice(0, 4)}${time}`
    return whole === '' ? '' : readDay(whole, { shortYears: { now: new Date() } })
  },
  isWhole: (text) => /\d{4}\s*$|^\s*\d{4}-\d{1,2}-\d{2}/.test(text),
  inputMode: 'numeric',
})
