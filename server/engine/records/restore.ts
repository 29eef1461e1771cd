/** Puts fields of a record back to what they were at an earlier version: an ordinary update, by the rules and rights of today. */
import * as z from 'zod/mini'
import { isWritable } from '#model/access.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import { isEncrypted } from '#model/field.ts'
import { type AnyResource, fieldOf, storedEntries } from '#model/resource.ts'
import { check } from '#model/validation.ts'
import type { FieldIssues, WireRecord } from '#model/wire.ts'
import { alsoPermitted, type Permit } from '#server/engine/policy/permit.ts'
import { historyValue, type Values } from '../sql/storage.ts'
import { find, findStored } from './find.ts'
import type { Hooks } from './hooks.ts'
import { readPermit, update } from './single.ts'
import type { Source } from './source.ts'

const version = z.int().check(z.minimum(1))

/** `version`: to which; `fields`: which of them, absent: all that changed since; `current`: the version that the person sees. */
export const restoreSchema = z.strictObject({
  version,
  fields: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(100))),
  current: version,
})

interface RestoreCall {
  readonly id: string
  readonly body: unknown
}

/**
 * Restores and answers the record. Throws as `update`, and `input.invalid` for a version that there is not yet and for each
 * field that the person may not write, or that the history keeps masked.
 */
export async function restore(source: Source, permit: Permit, { id, body }: RestoreCall, hooks: Hooks | undefined): Promise<WireRecord> {
  const { resource } = permit
  const held = alsoPermitted(permit, resource, 'history')
  if (!held) throw new AppError('access.denied')
  const asked = check(restoreSchema, body)
  if (!asked.ok) throw invalidInput(asked.fields)
  const { fields, current, version: wanted } = asked.value
  await find(source, held, id)
  const stored = await findStored(source, readPermit(permit), id)
  if (wanted > stored.version) throw invalidInput({ version: [{ code: 'number.tooLarge', params: { max: stored.version } }] })
  const was = await valuesAt(source, resource, { id, version: wanted })
  const differs = (name: string) => JSON.stringify(was[name] ?? null) !== JSON.stringify(historyValue(resource, name, stored.values[name]))
  const changed = storedEntries(resource)
    .map(([name]) => name)
    .filter((name) => Object.hasOwn(was, name) && differs(name))
  const issues = refused(permit, fields ?? changed)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  const values = Object.fromEntries(changed.filter((name) => fields?.includes(name) ?? true).map((name) => [name, was[name]]))
  return update(source, permit, { body: { id, version: current, ...values }, action: 'restore' }, hooks)
}

function refused({ resource, role }: Permit, names: readonly string[]): FieldIssues {
  const issueOf = (name: string) => {
    if (!Object.hasOwn(resource.fields, name)) return 'field.unknown'
    return isWritable(resource, role, name, 'update') && !isEncrypted(fieldOf(resource, name)) ? null : 'field.notWritable'
  }
  return Object.fromEntries(names.flatMap((name) => (issueOf(name) ? [[name, [{ code: issueOf(name) ?? '' }]]] : [])))
}

/** Values at a version, of each field that was changed since. */
async function valuesAt({ database }: Source, { name }: AnyResource, at: { id: string; version: number }): Promise<Values> {
  const rows = await database.query<{ before: Values | null }>(
    `SELECT before FROM change WHERE resource = $1 AND record_id = $2::uuid AND version > $3 ORDER BY version DESC`,
    [name, at.id, at.version],
  )
  return Object.assign({}, ...rows.map(({ before }) => before ?? {}))
}
