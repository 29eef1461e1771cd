/** Checks computed fields: the fields they read and the type of their result. */
import { checkExpression, type ExpressionError, type KnownFields } from '../expression/check.ts'
import { childRowsIn, type Expression, fieldsInExpression } from '../expression/expression.ts'
import { type FieldSpec, type Fields, isFieldType } from '../field.ts'
import type { AnyResource } from '../resource.ts'
import { fieldEntries, storedEntries } from '../resource-fields.ts'
import { describeExpressionError, expressionTypeName, knownFields } from './expressions.ts'

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
  const readable = reachableFields(all, resource)
  const known: KnownFields = {
    ...knownFields(readable),
    ...knownChildRows(all, resource),
    id: { type: 'text' },
  }
  const { type, decimals, optional, errors } = checkExpression(value, known)
  const cycle = findCycle(resource, name)
  if (cycle) fail(`computed from itself: ${[name, ...cycle].join(' -> ')}. Remove the cycle.`)
  for (const error of errors) {
    const message = findReadProblem(all, resource, error)
    if (message === undefined) fail(describeExpressionError(error))
    else if (!cycle) fail(message)
  }
  if (errors.length > 0) return
  const expected = knownFields({ [name]: spec })[name]
  if (expected?.type !== type)
    fail(`the expression has type ${expressionTypeName(type)}, but the field has type ${spec.type}`)
  else if (decimals > (expected.decimals ?? 0))
    fail(
      `the expression has up to ${decimals} decimals, but the field keeps ${expected.decimals ?? 0}. Use round or cut.`,
    )
  if (optional && !spec.options.optional)
    fail('must be optional, because the expression can be empty')
  if (spec.options.unique) fail('a computed field cannot be unique')
  for (const read of fieldsInExpression(value)) {
    const hidden = rolesOf(resource, spec).filter(
      (role) => !(readable[read]?.options.read?.includes(role) ?? true),
    )
    if (hidden.length > 0)
      fail(
        `readable by ${hidden.join(', ')}, who may not read "${read}". Give it the same read option.`,
      )
  }
  for (const { rows, field } of childRowsIn(value)) {
    const childField = resource.fields[rows]
    const childResource =
      childField && isFieldType(childField, 'many') ? all[childField.of] : undefined
    const read = field === null ? undefined : childResource?.fields[field]?.options.read
    const hidden = rolesOf(resource, spec).filter(
      (role) => !childResource?.access[role]?.read || !(read?.includes(role) ?? true),
    )
    const path = field === null ? rows : `${rows}.${field}`
    if (hidden.length > 0)
      fail(
        `readable by ${hidden.join(', ')}, who may not read "${path}". Give it the same read option.`,
      )
  }
}

/**
 * The computed fields on the path from a computed field back to itself; undefined if there is no
 * cycle.
 */
function findCycle({ fields }: AnyResource, name: string): readonly string[] | undefined {
  const search = (from: string, path: readonly string[]): readonly string[] | undefined => {
    const computed = Object.hasOwn(fields, from) ? fields[from]?.options.computed : undefined
    for (const read of typeof computed === 'object' ? fieldsInExpression(computed.value) : []) {
      if (read === name) return [...path, read]
      const found = path.includes(read) ? undefined : search(read, [...path, read])
      if (found) return found
    }
    return undefined
  }
  return search(name, [])
}

/**
 * Returns the problem if an expression reads a field that exists but that expressions cannot read;
 * undefined for other mistakes.
 */
function findReadProblem(
  all: All,
  resource: AnyResource,
  { code, params }: ExpressionError,
): string | undefined {
  if (!code.startsWith('expression.unknownField')) return undefined
  const path = String(params?.name)
  const [reference = '', further] = path.split('.')
  const field = Object.hasOwn(resource.fields, reference) ? resource.fields[reference] : undefined
  if (!field) return undefined
  const target = further !== undefined && 'to' in field ? all[field.to] : undefined
  const spec =
    further === undefined
      ? field
      : target && Object.hasOwn(target.fields, further)
        ? target.fields[further]
        : undefined
  if (spec?.options.computed !== undefined)
    return `cannot read "${path}", which is computed too. Use the fields that "${path}" is computed from.`
  if (spec && isFieldType(spec, 'many'))
    return `cannot read "${path}", which is a list of rows. Use count or sum.`
  if (spec) return `cannot read "${path}" (type ${spec.type}) in an expression`
  return undefined
}

/** Fields of child rows, and the rows themselves, under their names in expressions. */
function knownChildRows(all: All, resource: AnyResource): KnownFields {
  const entries = fieldEntries(resource).flatMap(([rows, spec]) => {
    const childResource = isFieldType(spec, 'many') ? all[spec.of] : undefined
    if (!childResource) return []
    const fields = Object.entries(knownFields(Object.fromEntries(storedEntries(childResource))))
    return [
      [rows, { type: 'rows' }] as const,
      ...fields.map(([name, field]) => [`${rows}.${name}`, field] as const),
    ]
  })
  return Object.fromEntries(entries.map(([name, field]) => [name, { ...field, isOfRows: true }]))
}

/** The stored fields of a record and of the records it references, by path. */
export function reachableFields(all: All, resource: AnyResource): Fields {
  const stored = storedEntries(resource)
  const others = stored.flatMap(([reference, spec]) => {
    const target = 'to' in spec ? all[spec.to] : undefined
    return (target ? storedEntries(target) : []).map(
      ([name, other]) =>
        [`${reference}.${name}`, withOptional(other, spec.options.optional)] as const,
    )
  })
  return Object.fromEntries([...stored, ...others])
}

/** Fields reached through an optional reference are optional too. */
const withOptional = (spec: FieldSpec, optional: true | undefined): FieldSpec =>
  // Same field type.
  optional ? ({ ...spec, options: { ...spec.options, optional } } as FieldSpec) : spec

const rolesOf = (resource: AnyResource, { options: { read } }: FieldSpec) =>
  Object.entries(resource.access).flatMap(([role, access]) =>
    access.read && (read?.some((one) => one === role) ?? true)
      ? [role as NonNullable<typeof read>[number]]
      : [],
  )
