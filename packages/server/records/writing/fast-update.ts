/**
 * A fast path for updates: one statement checks, stores, writes the history and returns the record. It applies only if no rule,
 * hook, notification or grant reads a changed field, so that only the version of the record has to be known. If the statement finds
 * no such record, or a concurrent write wins, `single.ts` takes the slower path, which stores the change or reports why it cannot.
 */

import { grantOf } from '@matricola/schema/access.ts'
import { stampsOf } from '@matricola/schema/actions.ts'
import { fieldsInExpression } from '@matricola/schema/expression/expression.ts'
import { familyOf } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import { fieldsOfOptionsWhere } from '@matricola/schema/options-where.ts'
import { isId } from '@matricola/schema/paths.ts'
import { fieldsRead } from '@matricola/schema/predicate.ts'
import { type AnyResource, fieldOf, isFieldType, passwordProtectedFields, storedEntries } from '@matricola/schema/resource.ts'
import { translationOf } from '@matricola/schema/translated-fields.ts'
import { countryFields } from '@matricola/schema/validation.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { coversEveryRow, derivePermit, type Permit } from '../../policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { appliesTo, type Hooks } from '../hooks.ts'
import { unlessAffected } from '../reading/selected-detail.ts'
import type { RecordSource } from '../source.ts'
import { storeWithoutReading } from './statement.ts'

/** Families of field types with columns that hold values exactly as the history stores them. */
const plainFamilies: ReadonlySet<Family> = new Set<Family>(['text', 'ascii', 'choice', 'number', 'boolean', 'date', 'choices'])

export interface FastUpdate {
  readonly id: string
  /** The version that the caller saw. If undefined, any version is updated. */
  readonly version: number | undefined
  readonly reason: string | null
  readonly values: Values
}

/** Returns the record after the change. If the fast path does not apply or the write does not succeed, changes nothing and returns null. */
export async function fastUpdate(
  source: RecordSource,
  permit: Permit,
  { id, version, reason, values }: FastUpdate,
  hooks: Hooks | undefined,
): Promise<WireRecord | null> {
  const names = Object.keys(values)
  if (!isId(id) || names.length === 0 || !isFastUpdatable(permit, names) || isHookAffected(hooks, values)) return null
  const writes = { permit, action: 'update', at: source.clock.now(), reason }
  return storeWithoutReading(source, source.database, writes, { id, version, values }, unlessAffected(hooks?.selectedDetail, values))
}

const isHookAffected = (hooks: Hooks | undefined, changed: Values) =>
  [hooks?.prepare, hooks?.validate, hooks?.after].some((hook) => hook && appliesTo(hook, { before: anyRecord, changed }))

/** Stands for any existing record, since whether a hook applies depends only on which fields change. */
const anyRecord = { id: '', version: 0, values: {}, referencedValues: {}, hidden: {} }

/** Whether the caller may update and read every record, and only the database checks changes to these fields. */
function isFastUpdatable(permit: Permit, names: readonly string[]): boolean {
  const { resource, role, actor } = permit
  const canUpdateAll = actor.role === null || grantOf(resource, role, 'update') === true
  const reading = derivePermit(permit, resource, 'read')
  if (!canUpdateAll || !coversEveryRow(permit) || !reading || !coversEveryRow(reading)) return false
  const excludedFields = slowFields(resource)
  return names.every((name) => !excludedFields.has(name) && plainFamilies.has(familyOf(fieldOf(resource, name))))
}

/**
 * Fields that the declaration reads together with other fields, for example in rules or forms, and fields that affect other columns
 * when they change.
 */
const slowFields = memoize((resource: AnyResource): ReadonlySet<string> => {
  const stored = storedEntries(resource)
  // Every update sets a timestamp or notifies a user, so no field qualifies.
  if (stampsOf(resource, 'update').length > 0 || resource.notifies?.update) return new Set(stored.map(([name]) => name))
  const forms = Object.entries(resource.form ?? {}).flatMap(([name, rule]) =>
    [rule?.visibleWhen, rule?.requiredWhen, rule?.readOnlyWhen].flatMap((condition) => (condition ? [name, ...fieldsRead(condition)] : [])),
  )
  const rules = Object.values(resource.rules ?? {}).flatMap(({ check, field }) => [field, ...fieldsRead(check)])
  const options = stored.flatMap(([, spec]) =>
    isFieldType(spec, 'reference') || isFieldType(spec, 'links') ? fieldsOfOptionsWhere(spec.options.optionsWhere) : [],
  )
  const countries = countryFields(resource).flatMap(({ name, country }) => [name, country])
  const notifyingFields = Object.keys(resource.notifies ?? {})
  // A translated text shares a column with its translations.
  const translated = stored.filter(([, spec]) => translationOf(spec)).map(([name]) => name)
  const names = [
    ...forms,
    ...rules,
    ...options,
    ...countries,
    ...passwordProtectedFields(resource),
    ...notifyingFields,
    ...translated,
    ...(resource.list.search ?? []),
    'isActive',
  ]
  // A computed field depends on the fields in its expression.
  const computed = names.flatMap((name) => {
    const expression = Object.hasOwn(resource.fields, name) ? fieldOf(resource, name).options.computed : undefined
    return typeof expression === 'object' ? fieldsInExpression(expression.value) : []
  })
  return new Set([...names, ...computed])
})
