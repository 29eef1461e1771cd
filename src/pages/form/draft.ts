/** Values of a form before it is saved, and everything that can be said about them without a screen. */
import { isReadable, isWritable } from '#model/access.ts'
import { defaultOf, withComputed } from '#model/computed.ts'
import { hasTrait, isDerived } from '#model/field.ts'
import { nilId } from '#model/paths.ts'
import { type Asker, evaluate } from '#model/predicate.ts'
import { type AnyResource, fieldOf, formRuleOf, sectionFields, valueEntries } from '#model/resource.ts'
import { inAllLanguages } from '#model/translations.ts'
import { check, createSchema, recordIssues, updateSchema } from '#model/validation.ts'
import type { Role } from '#model/vocabulary.ts'
import type { FieldIssues, Issue, WireRecord } from '#model/wire/wire.ts'

export type Values = { readonly [field: string]: unknown }
export type FormMode = 'create' | 'edit'
export type FormAsker = Asker & { readonly role: Role }

/** State of a field in the form right now. */
export interface FieldState {
  readonly visible: boolean
  readonly readOnly: boolean
  readonly required: boolean
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Tells whether two values of a field are the same to a person: null, absent and empty are one. */
export const sameValue = (a: unknown, b: unknown) => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Values that a new record's form starts with: the declared defaults, no for a switch, nothing else. */
export function defaultValues(resource: AnyResource): Values {
  return Object.fromEntries(
    valueEntries(resource).map(([name, spec]) => {
      return [name, defaultOf(spec) ?? (hasTrait(spec, 'switch') ? false : null)]
    }),
  )
}

/** A record's field values, without what only describes it. */
export const valuesOf = (resource: AnyResource, record: WireRecord): Values =>
  Object.fromEntries(valueEntries(resource).map(([name]) => [name, record[name] ?? null]))

/** Names of the fields whose value differs from the one the form started with. */
export const changedFields = (base: Values, values: Values) => Object.keys(values).filter((name) => !sameValue(base[name], values[name]))

/** Visible, read-only and required as the declaration's conditions and the role's rights say for these values. */
export function fieldState(resource: AnyResource, name: string, given: Values, asker: FormAsker, mode: FormMode): FieldState {
  const values = withComputed(resource, given)
  const rule = formRuleOf(resource, name)
  const spec = fieldOf(resource, name)
  const writable = isWritable(resource, asker.role, name, mode === 'create' ? 'create' : 'update')
  const shown = isReadable(resource, asker.role, name) && (mode === 'edit' || (writable && !spec.options.later))
  return {
    visible: shown && (!rule?.visibleWhen || evaluate(rule.visibleWhen, values, asker)),
    readOnly: !writable || (rule?.readOnlyWhen !== undefined && evaluate(rule.readOnlyWhen, values, asker)),
    required:
      (!spec.options.optional && !(mode === 'create' && isDerived(spec))) ||
      (rule?.requiredWhen !== undefined && evaluate(rule.requiredWhen, values, asker)),
  }
}

/** Names of the fields that the form shows now, in order. */
export const visibleFields = (resource: AnyResource, values: Values, asker: FormAsker, mode: FormMode) =>
  Object.values(resource.sections)
    .flatMap(sectionFields)
    .flatMap((name) => inAllLanguages(resource, name))
    .filter((name) => fieldOf(resource, name).kind !== 'many' && fieldState(resource, name, values, asker, mode).visible)

/** The body to send: everything filled in for a new record, only what changed for an old one. Hidden fields are emptied. */
export function inputOf(resource: AnyResource, base: Values, values: Values, asker: FormAsker, mode: FormMode): Values {
  const input: Record<string, unknown> = {}
  for (const [name] of valueEntries(resource)) {
    if (!isWritable(resource, asker.role, name, mode === 'create' ? 'create' : 'update')) continue
    const { visible } = fieldState(resource, name, values, asker, mode)
    const hidden = !visible && formRuleOf(resource, name)?.visibleWhen !== undefined
    const value = hidden || isEmpty(values[name]) ? (Array.isArray(values[name]) ? [] : null) : values[name]
    if (mode === 'create' ? !isEmpty(value) : !sameValue(base[name], value)) input[name] = value
  }
  return input
}

/** Everything wrong with the draft, with the codes that the server would answer; empty when it can be sent. */
export function draftIssues(resource: AnyResource, base: Values, values: Values, asker: FormAsker, mode: FormMode): FieldIssues {
  const input = inputOf(resource, base, values, asker, mode)
  const schema = mode === 'create' ? createSchema(resource, asker.role) : updateSchema(resource, asker.role)
  // An update of a record names it; the form's own values never hold the id, so any id does for the check.
  const named = mode === 'edit' && !resource.single ? { id: nilId, ...input } : input
  const shape = check(schema, named)
  const issues: Record<string, readonly Issue[]> = shape.ok ? {} : { ...shape.fields }
  const visible = new Set(visibleFields(resource, values, asker, mode))
  // Hidden values are emptied by `inputOf`, so the rules see the record as it would be after the write.
  const after = { ...values, ...(mode === 'edit' ? input : { ...defaultValues(resource), ...input }) }
  for (const [name, found] of Object.entries(recordIssues(resource, after, asker, mode === 'edit' ? Object.keys(input) : undefined))) {
    if (!issues[name] && visible.has(name)) issues[name] = found
  }
  return issues
}

/** One field that both people touched, or that only one did, since the form was opened. */
export interface Difference {
  readonly field: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  /** Both changed it, to different values: somebody has to choose. */
  readonly conflict: boolean
}

/** Fields that changed on either side between the record as it was opened and as it is now. */
export function differences(resource: AnyResource, base: Values, mine: Values, theirs: Values): Difference[] {
  return valueEntries(resource)
    .map(([field]) => ({ field, base: base[field], mine: mine[field], theirs: theirs[field] }))
    .filter(({ base: was, mine: my, theirs: their }) => !sameValue(was, my) || !sameValue(was, their))
    .map((row) => ({
      ...row,
      conflict: !sameValue(row.base, row.mine) && !sameValue(row.base, row.theirs) && !sameValue(row.mine, row.theirs),
    }))
}

/** The draft on top of the newer record: my changes where only I changed something or chose mine, theirs elsewhere. */
export function merged(rows: readonly Difference[], theirs: Values, choices: { readonly [field: string]: 'mine' | 'theirs' }): Values {
  const kept = rows.filter((row) => !sameValue(row.base, row.mine) && (!row.conflict || choices[row.field] === 'mine'))
  return { ...theirs, ...Object.fromEntries(kept.map((row) => [row.field, row.mine])) }
}
