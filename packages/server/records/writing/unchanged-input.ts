/**
 * Simple clients read a record, change something and send all of it back. Values that did not
 * change are not treated as input, so it does not matter whether the caller may write them. Changed
 * values are validated as usual. Nothing here makes a field writable.
 */

import { isId } from '@matricola/schema/paths.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Permit } from '../../policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import type { Hooks } from '../hooks.ts'
import { getRecord } from '../reading/get-record.ts'
import type { RecordSource } from '../source.ts'

/**
 * Parts that the server adds to every record and nobody can write. Sending them back unchanged is
 * not an error.
 */
const recordMetadata = ['createdAt', 'updatedAt', '_title', '_titles', '_can']

/**
 * Returns the body of an update without the values that equal those the caller can read: fields in
 * the form in which they are shown (a masked number, the path of a file), timestamps, titles, and
 * the extra parts of the record's page. Returns the body unchanged if the caller may not read the
 * record. Throws `record.stale` for an outdated version, since its values cannot be compared.
 */
export async function withoutUnchangedInput(
  source: RecordSource,
  reading: Permit,
  body: Values,
  { ifMatch, hooks }: { readonly ifMatch: number | undefined; readonly hooks: Hooks | undefined },
): Promise<Values> {
  const { resource } = reading
  const current = await findCurrent(source, reading, body)
  if (!current) return body
  const version = typeof body.version === 'number' ? body.version : ifMatch
  if (version !== undefined && version !== current.version)
    throw new AppError('record.stale', { current })
  const isUnknownField = (name: string) =>
    !Object.hasOwn(resource.fields, name) &&
    !['id', 'version', 'reason', ...recordMetadata].includes(name)
  const detail = Object.keys(body).some(isUnknownField)
    ? ((await hooks?.detail?.(reading, current)) ?? {})
    : {}
  const isSame = (name: string, value: unknown) =>
    Object.hasOwn(current, name) && JSON.stringify(value) === JSON.stringify(current[name])
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      if ((name === 'id' && !resource.singleton) || name === 'version') return true
      return !Object.hasOwn(detail, name) && !isSame(name, value)
    }),
  )
}

async function findCurrent(
  source: RecordSource,
  reading: Permit,
  { id }: Values,
): Promise<WireRecord | null> {
  const { singleton } = reading.resource
  if (!singleton && !(typeof id === 'string' && isId(id))) return null
  try {
    return await getRecord(source, reading, singleton ? null : String(id))
  } catch (error) {
    if (error instanceof AppError && error.code === 'record.missing') return null
    throw error
  }
}
