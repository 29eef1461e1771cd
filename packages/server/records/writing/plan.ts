/**
 * Plans a write: which of its stages apply. Computed from the declaration, the hooks and the grants
 * of the caller's role.
 */

import { grantOf } from '@matricola/schema/access.ts'
import { stampsOf } from '@matricola/schema/actions.ts'
import { fieldsInExpression } from '@matricola/schema/expression/expression.ts'
import { familyOf, isFieldType } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import { fieldsOfOptionsWhere } from '@matricola/schema/options-where.ts'
import { fieldsRead } from '@matricola/schema/predicate.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import {
  fieldOf,
  passwordProtectedFields,
  storedEntries,
} from '@matricola/schema/resource-fields.ts'
import { translationOf } from '@matricola/schema/translated-fields.ts'
import type { UploadOptions } from '@matricola/schema/upload-options.ts'
import { countryFields } from '@matricola/schema/validation.ts'
import { coversEveryRow, derivePermit, type Permit } from '../../policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { appliesTo, type Hooks, type WriteDraft } from '../hooks.ts'
import { changesAccountLink } from './account-links.ts'
import { causesNotification } from './notifications.ts'

/** Families of field types with columns that hold values exactly as the history stores them. */
const plainFamilies: ReadonlySet<Family> = new Set<Family>([
  'text',
  'ascii',
  'choice',
  'number',
  'boolean',
  'date',
  'choices',
])

/**
 * Whether an update can be stored without reading the record: the caller may read and update every
 * record, and no rule, hook, notification or grant reads the changed fields.
 */
export function needsNoRecord(permit: Permit, hooks: Hooks | undefined, changed: Values): boolean {
  const { resource, role, actor } = permit
  const names = Object.keys(changed)
  const fields = independentFields(resource)
  if (names.length === 0 || !names.every((name) => fields.has(name))) return false
  const canUpdateAll = actor.role === null || grantOf(resource, role, 'update') === true
  const reading = derivePermit(permit, resource, 'read')
  if (!canUpdateAll || !coversEveryRow(permit) || !reading || !coversEveryRow(reading)) return false
  return ![hooks?.prepare, hooks?.validate, hooks?.beforeStore, hooks?.after].some((hook) =>
    appliesTo(hook, { before: anyRecord, changed }),
  )
}

/**
 * Stands for any existing record, since whether a hook applies depends only on which fields change.
 */
const anyRecord = { id: '', version: 0, values: {}, referencedValues: {}, hidden: {} }

/**
 * Whether `validate` runs in the transaction of the write, because it locks the rows that it reads.
 */
export const isValidatedInTransaction = ({ validate }: Hooks = {}, write: WriteDraft) =>
  typeof validate === 'object' && validate.locksRows === true && appliesTo(validate, write)

/** Whether more than one statement stores the write. */
export const needsTransaction = (hooks: Hooks | undefined, write: WriteDraft) =>
  isValidatedInTransaction(hooks, write) ||
  appliesTo(hooks?.beforeStore, write) ||
  filesToClaim(write).length > 0 ||
  causesNotification(write) ||
  changesAccountLink(write) ||
  appliesTo(hooks?.after, write)

/** Whether a write of a batch must be stored before the next one is validated. */
export const mustStoreAlone = (hooks: Hooks | undefined, write: WriteDraft) =>
  filesToClaim(write).length > 0 ||
  (typeof hooks?.after === 'object' &&
    appliesTo(hooks.after, write) &&
    hooks.after.mustStoreAlone?.(write) === true)

/**
 * Returns the files that a write has to claim. Code that sets a field which no role may write
 * claims the file itself.
 */
export const filesToClaim = ({
  permit: { resource },
  changed,
}: Pick<WriteDraft, 'permit' | 'changed'>) =>
  fileEntries(resource).flatMap(({ name, ...file }) => {
    const fileId = changed[name]
    return typeof fileId === 'string' ? [{ name, fileId, ...file }] : []
  })

const fileEntries = memoize((resource: AnyResource) =>
  storedEntries(resource).flatMap(([name, spec]) =>
    familyOf(spec) === 'file' && spec.options.write?.length !== 0
      ? [
          {
            name,
            accept: (spec.options as UploadOptions).accept,
            keepsVersions: isFieldType(spec, 'file'),
          },
        ]
      : [],
  ),
)

/**
 * Fields that nothing in the declaration reads together with other fields, such as rules or forms,
 * and whose changes affect no other column.
 */
const independentFields = memoize((resource: AnyResource): ReadonlySet<string> => {
  // Every update sets a timestamp or notifies a user.
  if (stampsOf(resource, 'update').length > 0 || resource.notifies?.update) return new Set()
  const read = fieldsReadTogether(resource)
  const stored = storedEntries(resource).filter(
    ([name, spec]) => plainFamilies.has(familyOf(spec)) && !read.has(name),
  )
  return new Set(stored.map(([name]) => name))
})

function fieldsReadTogether(resource: AnyResource): ReadonlySet<string> {
  const stored = storedEntries(resource)
  const forms = Object.entries(resource.form ?? {}).flatMap(([name, rule]) =>
    [rule?.visibleWhen, rule?.requiredWhen, rule?.readOnlyWhen].flatMap((condition) =>
      condition ? [name, ...fieldsRead(condition)] : [],
    ),
  )
  const rules = Object.values(resource.rules ?? {}).flatMap(({ check, field }) => [
    field,
    ...fieldsRead(check),
  ])
  const options = stored.flatMap(([, spec]) =>
    isFieldType(spec, 'reference') || isFieldType(spec, 'links')
      ? fieldsOfOptionsWhere(spec.options.optionsWhere)
      : [],
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
    const expression = Object.hasOwn(resource.fields, name)
      ? fieldOf(resource, name).options.computed
      : undefined
    return typeof expression === 'object' ? fieldsInExpression(expression.value) : []
  })
  return new Set([...names, ...computed])
}
