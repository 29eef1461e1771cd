import { endOfDay, isRealDate, isRealInstant } from '@matricola/schema/values/dates.ts'
import { queryInstantErrorCode } from '@matricola/schema/values/parse-date.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'

/**
 * Separates the `asOf` parameter from the rest of a query. The result's `asOf` is null if the query
 * is about the present. A date stands for the end of that day in the university's time zone. Throws
 * `input.invalid` if the value is neither a date nor a timestamp.
 */
export function parseAsOf(query: unknown): {
  readonly asOf: Date | null
  readonly rest: { readonly [name: string]: unknown }
} {
  const { asOf, ...rest } = (query ?? {}) as { readonly [name: string]: unknown }
  if (asOf === undefined || asOf === '') return { asOf: null, rest }
  if (typeof asOf === 'string' && isRealDate(asOf)) return { asOf: endOfDay(asOf), rest }
  if (typeof asOf === 'string' && isRealInstant(asOf)) return { asOf: new Date(asOf), rest }
  throw invalidInput({ asOf: [{ code: queryInstantErrorCode(String(asOf)) }] })
}
