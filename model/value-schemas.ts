/** Schemas of single values that field types share. Values are never coerced: `"5"` is not a number. */
import * as z from 'zod/mini'
import { tidyText } from './values/folding.ts'
import { wholeId } from './values/ids.ts'
import type { Issue } from './wire/wire-record.ts'

/** Rejects a value with one of the application's error codes, which `toFieldIssues` extracts. */
export const must = <T>(holds: (value: T) => boolean, code: string, params: Issue['params'] = {}) =>
  z.refine<T>(holds, { params: { code, params } })

/** Like `must`, but stops at the first failure, so later checks never see a rejected value. */
export const mustFirst = <T>(holds: (value: T) => boolean, code: string, params: Issue['params'] = {}) =>
  z.refine<T>(holds, { abort: true, params: { code, params } })

/** Maximum length of the raw text, before normalization may shorten it to `max`. */
const rawLetters = (max: number) => 4 * max + 1000

// C0 and C1 controls except line feed, and lone surrogates. Normalization removes bidirectional control characters.
const forbidden = /(?!\n)\p{Cc}|\p{Cs}/u
const clean = () => must<string>((text) => !forbidden.test(text), 'text.forbidden')

/** Normalized text of `min` to `max` characters. Empty text counts as missing. */
export const textOf = (min: number, max: number, tidy = tidyText) =>
  z.string().check(
    mustFirst((text) => text.length <= rawLetters(max), 'text.tooLong', { max }),
    z.overwrite(tidy),
    z.minLength(Math.max(1, min)),
    z.maxLength(max),
    clean(),
  )

export const uuid = () => z.string().check(z.regex(wholeId))

/** A number with at most `scale` decimals. */
export const amountOf = ({ min, max }: { readonly min: number; readonly max: number }, scale: number) =>
  z.number().check(z.gte(min), z.lte(max), z.multipleOf(10 ** -scale))
