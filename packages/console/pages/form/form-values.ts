/** The unsaved values of a form and pure functions on them. */
import { isReadable, isWritable } from '@matricola/schema/access.ts'
import { defaultOf, withComputed } from '@matricola/schema/computed.ts'
import { hasTrait, isDerived } from '@matricola/schema/field.ts'
import { nilId } from '@matricola/schema/paths.ts'
import { type CallerIdentity, evaluate } from '@matricola/schema/predicate.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import {
  fieldOf,
  formRuleOf,
  sectionFields,
  valueEntries,
} from '@matricola/schema/resource-fields.ts'
import { nameAndTranslations } from '@matricola/schema/translations.ts'
import {
  createSchema,
  isReadOnlyIn,
  readOnlyIssues,
  recordIssues,
  updateSchema,
  validateInput,
} from '@matricola/schema/validation.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { FieldIssues, Issue, WireRecord } from '@matricola/schema/wire/wire.ts'

export type FormValues = { readonly [field: string]: unknown }
export type FormMode = 'create' | 'edit'
export type FormCaller = CallerIdentity & { readonly role: Role }

export interface FieldState {
  readonly visible: boolean
  readonly readOnly: boolean
  readonly required: boolean
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Whether two values of a field look the same to a user: null, absent and empty are equal. */
export const isSameValue = (a: unknown, b: unknown) =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Returns the initial values of a new record's form: the declared defaults, false for switches,
 * otherwise null.
 */
export function defaultValues(resource: AnyResource): FormValues {
  return Object.fromEntries(
    valueEntries(resource).map(([name, spec]) => {
      return [name, defaultOf(spec) ?? (hasTrait(spec, 'neverEmpty') ? false : null)]
    }),
  )
}

/** Returns the field values of a record, without its metadata. */
export const valuesOf = (resource: AnyResource, record: WireRecord): FormValues =>
  Object.fromEntries(valueEntries(resource).map(([name]) => [name, record[name] ?? null]))

/** Returns the names of the fields whose value differs from the initial one. */
export const changedFormFields = (base: FormValues, values: FormValues) =>
  Object.keys(values).filter((name) => !isSameValue(base[name], values[name]))

/**
 * Returns whether a field is visible, read-only and required, given the declared conditions, the
 * role's grants and these values. `base` has the values of the record as it is stored.
 */
export function fieldState(
  resource: AnyResource,
  name: string,
  enteredValues: FormValues,
  caller: FormCaller,
  mode: FormMode,
  base: FormValues = enteredValues,
): FieldState {
  const values = withComputed(resource, enteredValues)
  const rule = formRuleOf(resource, name)
  const spec = fieldOf(resource, name)
  const writable = isWritable(resource, caller.role, name, mode === 'create' ? 'create' : 'update')
  const isShown =
    isReadable(resource, caller.role, name) &&
    (mode === 'edit' || (writable && !spec.options.hiddenOnCreate))
  return {
    visible: isShown && (!rule?.visibleWhen || evaluate(rule.visibleWhen, values, caller)),
    // A value that was changed before another user closed the record stays editable, so that the
    // change can be reverted.
    readOnly:
      !writable ||
      (mode === 'edit' &&
        isSameValue(base[name], enteredValues[name]) &&
        isReadOnlyIn(resource, name, base, caller)),
    required:
      (!spec.options.optional && !(mode === 'create' && isDerived(spec))) ||
      (rule?.requiredWhen !== undefined && evaluate(rule.requiredWhen, values, caller)),
  }
}

/** Returns the names of the fields that the form shows now, in order. */
export const visibleFields = (
  resource: AnyResource,
  values: FormValues,
  caller: FormCaller,
  mode: FormMode,
) =>
  Object.values(resource.sections)
    .flatMap(sectionFields)
    .flatMap((name) => nameAndTranslations(resource, name))
    .filter(
      (name) =>
        fieldOf(resource, name).type !== 'many' &&
        fieldState(resource, name, values, caller, mode).visible,
    )

/**
 * Returns the body to send: all values of a new record, or only the changed values of an existing
 * one. Hidden fields are set to null.
 */
export function formInput(
  resource: AnyResource,
  base: FormValues,
  values: FormValues,
  caller: FormCaller,
  mode: FormMode,
): FormValues {
  const input: Record<string, unknown> = {}
  for (const [name] of valueEntries(resource)) {
    if (!isWritable(resource, caller.role, name, mode === 'create' ? 'create' : 'update')) continue
    const { visible } = fieldState(resource, name, values, caller, mode)
    const hidden = !visible && formRuleOf(resource, name)?.visibleWhen !== undefined
    const value =
      hidden || isEmpty(values[name]) ? (Array.isArray(values[name]) ? [] : null) : values[name]
    if (mode === 'create' ? !isEmpty(value) : !isSameValue(base[name], value)) input[name] = value
  }
  return input
}

/**
 * Returns all issues of the values, with the codes that the server would use; empty if they can be
 * sent.
 */
export function formIssues(
  resource: AnyResource,
  base: FormValues,
  values: FormValues,
  caller: FormCaller,
  mode: FormMode,
): FieldIssues {
  const input = formInput(resource, base, values, caller, mode)
  const schema =
    mode === 'create' ? createSchema(resource, caller.role) : updateSchema(resource, caller.role)
  // The schema of an update requires an id, which form values do not contain. Any id passes the
  // check.
  const inputWithId = mode === 'edit' && !resource.singleton ? { id: nilId, ...input } : input
  const result = validateInput(schema, inputWithId)
  const issues: Record<string, readonly Issue[]> = result.ok ? {} : { ...result.fields }
  const visible = new Set(visibleFields(resource, values, caller, mode))
  // `formInput` sets hidden values to null, so the rules see the record as it would be after the
  // write.
  const after = {
    ...values,
    ...(mode === 'edit' ? input : { ...defaultValues(resource), ...input }),
  }
  const changed = mode === 'edit' ? Object.keys(input) : undefined
  const found = {
    ...recordIssues(resource, after, caller, changed),
    ...readOnlyIssues(resource, base, caller, changed ?? []),
  }
  for (const [name, issue] of Object.entries(found)) {
    if (!issues[name] && visible.has(name)) issues[name] = issue
  }
  return issues
}

/** A field that one or both users have changed since the form was opened. */
export interface Difference {
  readonly field: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  /** Whether both users changed it to different values, so that the user has to choose one. */
  readonly conflict: boolean
}

/** Returns the fields that either user changed since the record was opened. */
export function differences(
  resource: AnyResource,
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): Difference[] {
  return valueEntries(resource)
    .map(([field]) => ({ field, base: base[field], mine: mine[field], theirs: theirs[field] }))
    .filter(
      ({ base: baseValue, mine: mineValue, theirs: theirsValue }) =>
        !isSameValue(baseValue, mineValue) || !isSameValue(baseValue, theirsValue),
    )
    .map((row) => ({
      ...row,
      conflict:
        !isSameValue(row.base, row.mine) &&
        !isSameValue(row.base, row.theirs) &&
        !isSameValue(row.mine, row.theirs),
    }))
}

/**
 * Returns the newer record with the user's changes, except conflicting changes that the user chose
 * to discard.
 */
export function mergeChanges(
  rows: readonly Difference[],
  theirs: FormValues,
  choices: { readonly [field: string]: 'mine' | 'theirs' },
): FormValues {
  const keptRows = rows.filter(
    (row) => !isSameValue(row.base, row.mine) && (!row.conflict || choices[row.field] === 'mine'),
  )
  return { ...theirs, ...Object.fromEntries(keptRows.map((row) => [row.field, row.mine])) }
}
