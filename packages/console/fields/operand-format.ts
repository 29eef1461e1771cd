/**
 * Converts filter values between the format that users type and see and the format of URLs and the
 * API.
 */
import { currencyOf } from '@matricola/schema/currency.ts'
import { type FieldSpec, familyOf } from '@matricola/schema/field.ts'
import { languagesOf } from '@matricola/schema/field-type.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { normalizeText } from '@matricola/schema/values/folding.ts'
import { parseNumberText, scaleOf } from '@matricola/schema/values/numbers.ts'
import { parseDay, parseIsoInstant } from '@matricola/schema/values/parse-date.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { currentLanguage } from '../i18n.ts'
import { formatNumericDate } from './date-text.ts'
import { numberText } from './number-text.ts'

/**
 * Formatter and parser of a value. `isComplete` is whether the text is complete, so that it can be
 * parsed before blur.
 */
export interface OperandFormat {
  readonly format: (part: string) => string
  /** Returns the value, or the issue with the text. */
  readonly parse: (text: string) => string | Issue
  readonly isComplete: (text: string) => boolean
  readonly inputMode: 'decimal' | 'numeric'
}

export const numberOperandFormat = (resource: AnyResource, spec: FieldSpec): OperandFormat => ({
  format: (part) =>
    part === '' || Number.isNaN(Number(part)) ? part : numberText(Number(part), currentLanguage()),
  parse: (text) => {
    const number =
      text.trim() === ''
        ? ''
        : parseNumberText(text, currentLanguage(), scaleOf(spec), currencyOf(resource, spec))
    return typeof number === 'number' ? String(number) : number
  },
  isComplete: (text) => /^\d+$/.test(text.trim()),
  inputMode: 'decimal',
})

/** Day and month, and possibly a time, as columns show dates of this year. */
const withoutYear = /^(\d{1,2}[./-]\d{1,2})[./-]?( \d{1,2}[:.h]\d{2})?$/

/**
 * A date without a year is in this year. An instant, which only URLs and programs write, is kept as
 * it is.
 */
export const dayOperandFormat = (spec: FieldSpec): OperandFormat => ({
  format: (part) => formatNumericDate(part, currentLanguage()),
  parse: (text) => {
    if (familyOf(spec) === 'instant' && parseIsoInstant(text.trim()) !== null) return text.trim()
    const plain = normalizeText(text)
    const [, partialDate, time = ''] = withoutYear.exec(plain) ?? []
    const fullText =
      partialDate === undefined ? plain : `${partialDate}.${today(new Date()).slice(0, 4)}${time}`
    return fullText === ''
      ? ''
      : parseDay(fullText, { languages: languagesOf(spec), shortYears: { now: new Date() } })
  },
  isComplete: (text) => /\d{4}\s*$|^\s*\d{4}-\d{1,2}-\d{2}/.test(text),
  inputMode: 'numeric',
})
