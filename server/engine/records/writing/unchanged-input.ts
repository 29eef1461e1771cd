/**
 * A plain client reads a record, changes something and sends the whole of it back. What it did not change is no input,
 * whether the caller may write it or not; what it did change is judged as ever. Nothing here makes a field writable.
 */

import { isId } from '#model/paths.ts'
import { AppError } from '#model/wire/errors.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import type { Hooks } from '../hooks.ts'
import { find } from '../reading/find.ts'
import type { Source } from '../source.ts'

/** Parts that the server adds to every record: nobody writes them, and sent back unchanged they are no attempt to. */
const aboutRecord = ['createdAt', 'updatedAt', '_title', '_titles', '_can']

/**
 * The body of an update without what the record answers to the caller: values that are the same, in the spelling in which
 * they are read (a masked number, the path of a file), the record's own times and titles among them, and what its page
 * shows beside its fields. The body as it is where the caller may not read the record. Throws `record.stale` for an outdated version, which
 * could not be compared.
 */
export async function withoutAnswered(
  source: Source,
  reading: Permit,
  body: Values,
  { ifMatch, hooks }: { readonly ifMatch: number | undefined; readonly hooks: Hooks | undefined },
): Promise<Values> {
  const { resource } = reading
  const current = await readBy(source, reading, body)
  if (!current) return body
  const version = typeof body.version === 'number' ? body.version : ifMatch
  if (version !== undefined && version !== current.version) throw new AppError('record.stale', { current })
  const isForeign = (name: string) => !Object.hasOwn(resource.fields, name) && !['id', 'version', 'reason', ...aboutRecord].includes(name)
  const shown = Object.keys(body).some(isForeign) ? ((await hooks?.detail?.(reading, current)) ?? {}) : {}
  const isSame = (name: string, value: unknown) => Object.hasOwn(current, name) && JSON.stringify(value) === JSON.stringify(current[name])
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      if ((name === 'id' && !resource.single) || name === 'version') return true
      return !Object.hasOwn(shown, name) && !isSame(name, value)
    }),
  )
}

async function readBy(source: Source, reading: Permit, { id }: Values): Promise<WireRecord | null> {
  const { single } = reading.resource
  if (!single && !(typeof id === 'string' && isId(id))) return null
  try {
    return await find(source, reading, single ? null : String(id))
  } catch (error) {
    if (error instanceof AppError && error.code === 'record.missing') return null
    throw error
  }
}
