/** A list's query, kept for the browser until it selects all that match: it is never sent a second time. */

import type { AnyResource } from '#model/resource.ts'
import { invalidInput } from '#model/wire/errors.ts'
import type { CheckedQuery } from '#server/engine/records/reading/list-query.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { decryptValue, encryptValue } from '#server/engine/sql/cipher.ts'
import type { Caller } from '../caller.ts'

/** The header of a list's answer that carries its token. */
export const queryTokenHeader = 'query-token'

const validMs = 24 * 3_600_000

/** Bound to the person, the role and the list: with any other it cannot be opened. */
const placeOf = (resource: AnyResource, { id, role }: Caller) => ({
  table: 'selection',
  column: `query of ${resource.name} by ${role}`,
  id,
})

interface Kept {
  readonly until: string
  readonly query: CheckedQuery
}

/** The token of a query that was checked for the caller. What is searched for is nobody's to read on the way. */
export function queryToken(keys: SecretKeys, now: Date, asked: { resource: AnyResource; caller: Caller; query: CheckedQuery }): string {
  const kept: Kept = { until: new Date(now.getTime() + validMs).toISOString(), query: asked.query }
  return encryptValue(JSON.stringify(kept), keys, placeOf(asked.resource, asked.caller))
}

/** The query of a token; null where its time is over. Throws `input.invalid` for one that was not made for the caller's list. */
export function queryIn(keys: SecretKeys, now: Date, held: { resource: AnyResource; caller: Caller; token: string }): CheckedQuery | null {
  let clear: string
  try {
    clear = decryptValue(held.token, keys, placeOf(held.resource, held.caller))
  } catch {
    throw invalidInput({ token: [{ code: 'type.wrong' }] })
  }
  // Only `queryToken` encrypts for such a place.
  const { until, query } = JSON.parse(clear) as Kept
  return now.toISOString() < until ? query : null
}
