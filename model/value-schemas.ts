/** Checks of single values that kinds share. Nothing is coerced: `"5"` is not a number. */
import * as z from 'zod/mini'
import { tidyText } from './values/folding.ts'
import { wholeId } from './values/ids.ts'
import type { Issue } from './wire/wire-record.ts'

/** Refuses a value with one of our own codes; `toFieldIssues` reads it back. */
export const must = <T>(holds: (value: T) => boolean, code: string, params: Issue['params'] = {}) =>
  z.refine<T>(holds, { params: { code, params } })

/** As `must`, before anything else is done with the value: nothing after it sees one that is refused. */
export const mustFirst = <T>(holds: (value: T) => boolean, code: string, params: Issue['params'] = {}) =>
  z.refine<T>(holds, { abort: true, params: { code, params } })

/** Longest text that is looked at, for a limit of letters once it is tidied. */
const rawLetters = (max: number) => 4 * max + 1000

// C0 and C1 controls but line feed, and lone surrogates. Tidying takes off the characters that reverse the direction of text.
const forbidden = /(?!\n)\p{Cc}|\p{Cs}/u
const clean = () => must<string>((text) => !forbidden.test(text), 'text.forbidden')

/** A tidied string of `min` to `max` characters; an empty one counts as missing. */
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
