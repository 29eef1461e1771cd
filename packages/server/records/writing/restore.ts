/**
 * Restores fields of a record to their values at an earlier version, as an ordinary update under
 * today's rules and access.
 */

import { isReadable, isWritable } from '@matricola/schema/access.ts'
import { isEncrypted, isFieldType } from '@matricola/schema/field.ts'
import { valuesToWrite } from '@matricola/schema/former-names.ts'
import { fieldOf, storedEntries } from '@matricola/schema/resource-fields.ts'
import { validateInput } from '@matricola/schema/validation.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'
import { derivePermit, deriveReadPermit, type Permit } from '../../policy/permit.ts'
import { historyValue, type Values } from '../../sql/storage.ts'
import { getRecord, getStoredRecord } from '../reading/get-record.ts'
import { valuesAt } from '../reading/history.ts'
import type { RecordSource } from '../source.ts'
import { childRowsAtVersion } from './child-rows-at-version.ts'

const version = z.int().check(z.minimum(1))

/**
 * `version` is the version to restore. `fields` names the fields to restore; absent: all fields
 * that changed since that version. `current` is the version the caller sees.
 */
export const restoreSchema = z.strictObject({
  version,
  fields: z.optional(
    z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(100)),
  ),
  current: version,
})

interface RestoreCall {
  readonly id: string
  readonly body: unknown
}

/**
 * Returns the body of the update that restores the values and child rows. Throws `input.invalid`
 * for a version that does not exist yet, and for each field that the caller may not write or that
 * is masked in the history.
 */
export async function restoredValues(
  source: RecordSource,
  permit: Permit,
  { id, body }: RestoreCall,
): Promise<Values> {
  const { resource } = permit
  const historyPermit = derivePermit(permit, resource, 'history')
  if (!historyPermit) throw new AppError('access.denied')
  const read = validateInput(restoreSchema, body)
  if (!read.ok) throw invalidInput(read.fields)
  const { fields, current, version: restoredVersion } = read.value
  await getRecord(source, historyPermit, id)
  const stored = await getStoredRecord(source, deriveReadPermit(permit), id)
  if (restoredVersion > stored.version)
    throw invalidInput({ version: [{ code: 'number.tooLarge', params: { max: stored.version } }] })
  const formerValues = valuesToWrite(
    resource,
    await valuesAt(source, resource, { id, version: restoredVersion }),
  )
  const differs = (name: string) =>
    JSON.stringify(formerValues[name] ?? null) !==
    JSON.stringify(historyValue(resource, name, stored.values[name]))
  const changed = storedEntries(resource)
    .map(([name]) => name)
    .filter((name) => Object.hasOwn(formerValues, name) && differs(name))
  const rows = await childRowsAtVersion(source, permit, { id, version: restoredVersion })
  const restoredFields = fields ?? [...changed, ...Object.keys(rows)]
  const issues = restoreIssues(permit, restoredFields)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  const values = {
    ...Object.fromEntries(changed.map((name) => [name, formerValues[name]])),
    ...rows,
  }
  return {
    id,
    version: current,
    ...Object.fromEntries(Object.entries(values).filter(([name]) => restoredFields.includes(name))),
  }
}

function restoreIssues({ resource, role }: Permit, names: readonly string[]): FieldIssues {
  const issueOf = (name: string) => {
    if (!Object.hasOwn(resource.fields, name)) return 'field.unknown'
    // Child rows have their own access checks.
    if (isFieldType(fieldOf(resource, name), 'many'))
      return isReadable(resource, role, name) ? null : 'field.notWritable'
    return isWritable(resource, role, name, 'update') && !isEncrypted(fieldOf(resource, name))
      ? null
      : 'field.notWritable'
  }
  return Object.fromEntries(
    names.flatMap((name) => (issueOf(name) ? [[name, [{ code: issueOf(name) ?? '' }]]] : [])),
  )
}
