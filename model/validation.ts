/**
 * From a declaration to checks: one schema for form, API and, later, bulk work. Kind table 1 of 3 (the others are
 * `server/engine/database/columns.ts` and `src/fields/`).
 *
 * Nothing is coerced: `"5"` is not a number. Text is tidied (NFC, trimmed, comma-below letters) before it is measured.
 */
import * as z from 'zod/mini'
import { writableFields } from './access.ts'
import { isLegibleOn } from './contrast.ts'
import { isAcademicYear, isRealDate, isRealInstant, today } from './dates.ts'
import { type FieldKind, type FieldSpec, isDerived, type SpecOf } from './field.ts'
import { tidyLines, tidyText } from './folding.ts'
import { isEmptyText, toFieldIssues } from './issue.ts'
import { nationalIdFault } from './national-id.ts'
import { wholeId } from './paths.ts'
import { type PatternName, patterns, tidiers } from './patterns.ts'
import { type Asker, evaluate } from './predicate.ts'
import { type AnyResource, fieldOf, valueEntries } from './resource.ts'
import type { Role } from './vocabulary.ts'
import type { FieldIssues, Issue } from './wire.ts'

/** Refuses a value with one of our own codes; `toFieldIssues` reads it back. */
const must = <T>(holds: (value: T) => boolean, code: string, params: Issue['params'] = {}) =>
  z.refine<T>(holds, { params: { code, params } })

// C0 and C1 controls but line feed, lone surrogates, and the characters that reverse the direction of text.
const forbidden = /(?!\n)\p{Cc}|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/u
const clean = () => must<string>((text) => !forbidden.test(text), 'text.forbidden')

/** A tidied string of `min` to `max` characters; an empty one counts as missing. */
const textOf = (min: number, max: number, tidy = tidyText) =>
  z.string().check(z.overwrite(tidy), z.minLength(Math.max(1, min)), z.maxLength(max), clean())

const uuid = () => z.string().check(z.regex(wholeId))

/** Local part of letters, digits and the usual signs; a domain with a dot. Stricter than the standards on purpose. */
const emailPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

/** Digits of a phone number in E.164 form (`+40740123456`), or null. A leading 0 means Romania. */
export function phoneNumber(text: string): string | null {
  const compact = text.replace(/[\s().-]/g, '')
  const full = /^0\d{9}$/.test(compact) ? `+4${compact}` : compact.replace(/^00/, '+')
  return /^\+40\d{9}$/.test(full) || /^\+(?!40)[1-9]\d{7,14}$/.test(full) ? full : null
}

const dateBounds = (spec: SpecOf<'date'>) => ({
  min: spec.options.min ?? '1900-01-01',
  max: spec.options.max === 'today' ? today(new Date()) : (spec.options.max ?? '2999-12-31'),
})

/** Demands on a text of a shape beside its shape. */
const demands: { readonly [P in PatternName]?: { readonly holds: (text: string) => boolean; readonly code: string } } = {
  academicYear: { holds: isAcademicYear, code: 'text.academicYear' },
  colorOnLight: { holds: (color) => isLegibleOn('light', color), code: 'color.tooPale' },
  colorOnDark: { holds: (color) => isLegibleOn('dark', color), code: 'color.tooDark' },
}

/** One value of each kind, as the wire carries it. `null` is added for optional fields by `valueSchema`. */
const valueSchemas: { readonly [K in FieldKind]: (spec: SpecOf<K>) => z.ZodMiniType } = {
  text: ({ options }) => {
    const tidy = options.pattern ? (tidiers[options.pattern] ?? tidyText) : tidyText
    const text = textOf(options.min ?? 1, options.max, tidy)
    if (!options.pattern) return text
    const shaped = text.check(must((value) => patterns[options.pattern as keyof typeof patterns].test(value), `text.${options.pattern}`))
    const demand = demands[options.pattern]
    return demand ? shaped.check(must(demand.holds, demand.code)) : shaped
  },
  longText: ({ options }) => textOf(options.min ?? 1, options.max, tidyLines),
  integer: ({ options }) => z.int().check(z.gte(options.min), z.lte(options.max)),
  decimal: ({ options }) => z.number().check(z.gte(options.min), z.lte(options.max), z.multipleOf(10 ** -options.scale)),
  money: ({ options }) => z.number().check(z.gte(options.min), z.lte(options.max), z.multipleOf(0.01)),
  boolean: () => z.boolean(),
  date: (spec) =>
    z.string().check(
      must(isRealDate, 'date.unreal'),
      must((value) => value >= dateBounds(spec).min, 'date.tooEarly', { min: dateBounds(spec).min }),
      must((value) => value <= dateBounds(spec).max, 'date.tooLate', { max: dateBounds(spec).max }),
    ),
  dateTime: () => z.string().check(must(isRealInstant, 'dateTime.unreal')),
  choice: (spec) => z.enum(Object.keys(spec.choices) as [string, ...string[]]),
  set: (spec) =>
    z
      .array(z.enum(Object.keys(spec.choices) as [string, ...string[]]))
      .check(must((values) => new Set(values).size === values.length, 'set.repeated')),
  reference: () => uuid(),
  many: () => z.never(),
  email: () =>
    z.string().check(
      z.overwrite((text) => text.trim()),
      z.minLength(1),
      z.maxLength(254),
      must((value) => emailPattern.test(value), 'email.malformed'),
    ),
  phone: () =>
    z.string().check(
      z.overwrite((text) => phoneNumber(text) ?? text.trim()),
      z.minLength(1),
      must((value) => phoneNumber(value) !== null, 'phone.malformed'),
    ),
  nationalId: () =>
    z.string().check(
      z.overwrite((text) => text.replace(/\s/g, '')),
      z.minLength(1),
      ...(['digits', 'length', 'firstDigit', 'date', 'sequence', 'control'] as const).map((fault) =>
        must<string>((value) => nationalIdFault(value) !== fault, `nationalId.${fault}`),
      ),
    ),
  file: () => uuid(),
  image: () => uuid(),
  data: () => z.unknown(),
}

/** Reads an empty text, which plain forms send for a control that nobody filled in, as no value. */
export const orEmpty = (noValue: null | undefined, schema: z.ZodMiniType): z.ZodMiniType =>
  z.pipe(
    z.transform((value: unknown) => (isEmptyText(value) ? noValue : value)),
    schema,
  )

/** The schema of one field's value: null where it is optional, and nothing but null where it is emptied. */
export function valueSchema(spec: FieldSpec): z.ZodMiniType {
  // The table's entry for the spec's own kind takes exactly this spec.
  const schema = (valueSchemas[spec.kind] as (spec: FieldSpec) => z.ZodMiniType)(spec)
  return spec.options.optional ? orEmpty(null, z.nullable(schema)) : schema
}

const defaultOf = (spec: FieldSpec) => ('default' in spec.options ? spec.options.default : undefined)

/** The body of a create call for a role: every writable field, required unless optional, derived or with a default; no other key. */
export function createSchema(resource: AnyResource, role: Role): z.ZodMiniObject {
  const shape = writableFields(resource, role, 'create').map((name): [string, z.ZodMiniType] => {
    const spec = fieldOf(resource, name)
    const schema = valueSchema(spec)
    if (defaultOf(spec) !== undefined) return [name, orEmpty(undefined, z._default(schema, defaultOf(spec)))]
    if (isDerived(spec)) return [name, orEmpty(undefined, z.optional(z.nullable(schema)))]
    return [name, spec.options.optional ? z._default(schema, null) : schema]
  })
  return z.strictObject(Object.fromEntries(shape))
}

/** The body of an update call for a role: the id, the version it was read at, and any of the writable fields. */
export function updateSchema(resource: AnyResource, role: Role): z.ZodMiniObject {
  const shape = writableFields(resource, role, 'update').map((name): [string, z.ZodMiniType] => [
    name,
    z.optional(valueSchema(fieldOf(resource, name))),
  ])
  return z.strictObject({
    ...(resource.single ? {} : { id: uuid() }),
    version: z.optional(z.int().check(z.gte(1))),
    ...(resource.single ? { reason: orEmpty(null, z.optional(z.nullable(textOf(1, 500)))) } : {}),
    ...Object.fromEntries(shape),
  })
}

/** The body of an action call: the version, and the action's input fields, required unless optional. */
export function actionSchema(resource: AnyResource, input: readonly string[]): z.ZodMiniObject {
  return z.strictObject({
    version: z.optional(z.int().check(z.gte(1))),
    ...Object.fromEntries(input.map((name) => [name, valueSchema(fieldOf(resource, name))])),
  })
}

/** Checks `input` against a schema. Refused input comes back as issues per field, never as sentences. */
export function check<T>(
  schema: z.ZodMiniType<T>,
  input: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fields: FieldIssues } {
  const result = schema.safeParse(input, { reportInput: true })
  return result.success ? { ok: true, value: result.data } : { ok: false, fields: toFieldIssues(result.error.issues) }
}

/**
 * Issues that one field's check cannot see: fields that another's value hides or requires, and rules over several fields.
 * `record` is the whole record as it would be after the write.
 */
export function recordIssues(resource: AnyResource, record: { readonly [field: string]: unknown }, asker: Asker): FieldIssues {
  const issues: Record<string, Issue[]> = {}
  const add = (name: string, code: string) => {
    issues[name] = [...(issues[name] ?? []), { code }]
  }
  const isEmpty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && value.length === 0)
  for (const [name] of valueEntries(resource)) {
    const rule = resource.form?.[name]
    if (rule?.visibleWhen && !evaluate(rule.visibleWhen, record, asker)) {
      if (!isEmpty(record[name])) add(name, 'field.notApplicable')
    } else if (rule?.requiredWhen && evaluate(rule.requiredWhen, record, asker) && isEmpty(record[name])) add(name, 'required')
  }
  for (const [rule, { check: holds, field }] of Object.entries(resource.rules ?? {})) {
    if (!evaluate(holds, record, asker)) add(field, `${resource.name}.rules.${rule}`)
  }
  return issues
}
