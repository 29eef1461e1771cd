/**
 * Schemas of single values that field types share. Values are never coerced: `"5"` is not a number.
 */
import * as z from 'zod/mini'
import { normalizeText } from './values/folding.ts'
import { idRegExp } from './values/ids.ts'
import type { Issue } from './wire/wire-record.ts'

/** Rejects a value with one of the application's error codes, which `toFieldIssues` extracts. */
export const refineWithCode = <T>(
  holds: (value: T) => boolean,
  code: string,
  params: Issue['params'] = {},
) => z.refine<T>(holds, { params: { code, params } })

/**
 * Like `refineWithCode`, but stops at the first failure, so later checks never see a rejected
 * value.
 */
export const refineOrAbort = <T>(
  holds: (value: T) => boolean,
  code: string,
  params: Issue['params'] = {},
) => z.refine<T>(holds, { abort: true, params: { code, params } })

/** Maximum length of the raw text, before normalization may shorten it to `max`. */
const maxRawLength = (max: number) => 4 * max + 1000

// C0 and C1 controls except line feed, and lone surrogates. Normalization removes bidirectional
// control characters.
const forbidden = /(?!\n)\p{Cc}|\p{Cs}/u
export const rejectForbidden = () =>
  refineWithCode<string>((text) => !forbidden.test(text), 'text.forbidden')

/** Normalized text of `min` to `max` characters. Empty text counts as missing. */
export const textSchema = (min: number, max: number, normalize = normalizeText) =>
  z.string().check(
    refineOrAbort((text) => text.length <= maxRawLength(max), 'text.tooLong', { max }),
    z.overwrite(normalize),
    z.minLength(Math.max(1, min)),
    z.maxLength(max),
    rejectForbidden(),
  )

export const uuidSchema = () => z.string().check(z.regex(idRegExp))

/** A number with at most `scale` decimals. */
export const amountSchema = (
  { min, max }: { readonly min: number; readonly max: number },
  scale: number,
) => z.number().check(z.gte(min), z.lte(max), z.multipleOf(10 ** -scale))
