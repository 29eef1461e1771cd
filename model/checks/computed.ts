/** Fields that are reckoned from others: what they read, and what they come to. */
import { checkExpression, type KnownFields } from '../expression/check.ts'
import { type Expression, fieldsOf, rowsIn } from '../expression/expression.ts'
import type { FieldSpec, Fields } from '../field.ts'
import { type AnyResource, fieldEntries, isKind, storedEntries } from '../resource.ts'
import { faultInWords, knownFields } from './expressions.ts'

type All = { readonly [name: string]: AnyResource }

interface ComputedField {
  readonly name: string
  readonly spec: FieldSpec
  readonly value: Expression
}

export function checkComputed(
  all: All,
  resource: AnyResource,
  { name, spec, value }: ComputedField,
  fail: (problem: string) => void,
): void {
  const readable = reachable(all, resource)
  const known: KnownFields = { ...knownFields(readable), ...knownRows(all, resource), id: { type: 'text' } }
  const { type, decimals, optional, faults } = checkExpression(value, known)
  for (const fault of faults) fail(faultInWords(fault))
  if (faults.length > 0) return
  const own = knownFields({ [name]: spec })[name]
  if (own?.type !== type) fail(`is a field of the kind ${spec.kind}, and what it is computed from comes to a ${type}`)
  else if (decimals > (own.decimals ?? 0))
    fail(`keeps ${own.decimals ?? 0} decimals, and what it is computed from has up to ${decimals}: round or cut it`)
  if (optional && !spec.options.optional) fail('can come to nothing, so it must be optional')
  if (spec.options.unique) fail('is computed, so it cannot be unique')
  for (const read of fieldsOf(value)) {
    const hidden = rolesOf(resource, spec).filter((role) => !(readable[read]?.options.read?.includes(role) ?? true))
    if (hidden.length > 0) fail(`is read by ${hidden.join(', ')}, who may not read ${read}: give it the same read`)
  }
  for (const { rows, field } of rowsIn(value)) {
    const many = resource.fields[rows]
    const of = many && isKind(many, 'many') ? all[many.of] : undefined
    const read = field === null ? undefined : of?.fields[field]?.options.read
    const hidden = rolesOf(resource, spec).filter((role) => !of?.access[role]?.read || !(read?.includes(role) ?? true))
    const what = field === null ? rows : `${rows}.${field}`
    if (hidden.length > 0) fail(`is read by ${hidden.join(', ')}, who may not read ${what}: give it the same read`)
  }
}

/** Rows that lead here, and their numbers. */
function knownRows(all: All, resource: AnyResource): KnownFields {
  const entries = fieldEntries(resource).flatMap(([rows, spec]) => {
    const of = isKind(spec, 'many') ? all[spec.of] : undefined
    if (!of) return []
    const fields = Object.entries(knownFields(Object.fromEntries(storedEntries(of))))
    return [[rows, { type: 'rows' }] as const, ...fields.map(([name, field]) => [`${rows}.${name}`, field] as const)]
  })
  return Object.fromEntries(entries.map(([name, field]) => [name, { ...field, isOfRows: true }]))
}

/** The stored fields of a record, and those of the records that it refers to, by their paths. */
function reachable(all: All, resource: AnyResource): Fields {
  const own = storedEntries(resource)
  const others = own.flatMap(([reference, spec]) => {
    const target = 'to' in spec ? all[spec.to] : undefined
    return (target ? storedEntries(target) : []).map(
      ([name, other]) => [`${reference}.${name}`, withOptional(other, spec.options.optional)] as const,
    )
  })
  return Object.fromEntries([...own, ...others])
}

/** Tells whether it may be missing: so may everything that is reached by a reference that may be empty. */
const withOptional = (spec: FieldSpec, optional: true | undefined): FieldSpec =>
  optional ? ({ ...spec, options: { ...spec.options, optional } } as FieldSpec) : spec // of the same kind

const rolesOf = (resource: AnyResource, { options: { read } }: FieldSpec) =>
  Object.entries(resource.access).flatMap(([role, access]) =>
    access.read && (read?.some((one) => one === role) ?? true) ? [role as NonNullable<typeof read>[number]] : [],
  )
