/**
 * Tokens that contain a list's query. To select all matching records, the browser sends the token
 * back instead of the query.
 */

import type { AnyResource } from '@matricola/schema/resource.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '../caller.ts'
import type { CheckedQuery } from '../records/reading/parse-list-query.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { decryptValue, encryptValue } from '../sql/cipher.ts'

/** Response header that carries the token of a list. */
export const queryTokenHeader = 'query-token'

const validMs = 24 * 3_600_000

/** Binds a token to its user, role and list. */
const tokenCell = (resource: AnyResource, { id, role }: Caller) => ({
  table: 'selection',
  column: `query of ${resource.name} by ${role}`,
  id,
})

interface TokenContent {
  readonly until: string
  readonly query: CheckedQuery
}

/**
 * Returns a token for a validated query. The token is encrypted, since search terms can be personal
 * data.
 */
export function createQueryToken(
  keys: SecretKeys,
  now: Date,
  input: { resource: AnyResource; caller: Caller; query: CheckedQuery },
): string {
  const content: TokenContent = {
    until: new Date(now.getTime() + validMs).toISOString(),
    query: input.query,
  }
  return encryptValue(JSON.stringify(content), keys, tokenCell(input.resource, input.caller))
}

/**
 * Returns the query in a token, or null if the token has expired. Throws `input.invalid` if it was
 * made for another user, role or list.
 */
export function findTokenQuery(
  keys: SecretKeys,
  now: Date,
  input: { resource: AnyResource; caller: Caller; token: string },
): CheckedQuery | null {
  let clear: string
  try {
    clear = decryptValue(input.token, keys, tokenCell(input.resource, input.caller))
  } catch {
    throw invalidInput({ token: [{ code: 'type.wrong' }] })
  }
  // The cast is safe: only `createQueryToken` encrypts values under this cell name.
  const { until, query } = JSON.parse(clear) as TokenContent
  return now.toISOString() < until ? query : null
}
