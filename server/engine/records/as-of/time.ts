import { endOfDay, isRealDate, isRealInstant } from '#model/values/dates.ts'
import { invalidInput } from '#model/wire/errors.ts'

/**
 * The moment that a query asks about with `asOf`, null where it asks about now, and the rest of the query. A day means its
 * end by the university's clock. Throws `input.invalid` for what is neither a day nor an instant.
 */
export function asOfIn(query: unknown): { readonly asOf: Date | null; readonly rest: { readonly [name: string]: unknown } } {
  const { asOf, ...rest } = (query ?? {}) as { readonly [name: string]: unknown }
  if (asOf === undefined || asOf === '') return { asOf: null, rest }
  if (typeof asOf === 'string' && isRealDate(asOf)) return { asOf: endOfDay(asOf), rest }
  if (typeof asOf === 'string' && isRealInstant(asOf)) return { asOf: new Date(asOf), rest }
  throw invalidInput({ asOf: [{ code: 'dateTime.unreal' }] })
}
