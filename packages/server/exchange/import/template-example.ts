/**
 * Generates the example row of an import template from the declaration. References use existing
 * records.
 */
import { evaluateExpression, plainValue } from '@matricola/schema/expression/evaluate.ts'
import {
  type FieldSpec,
  fieldTypeOf,
  isEncrypted,
  isFieldType,
  type SpecOf,
} from '@matricola/schema/field.ts'
import {
  type Comparison,
  comparisonsOf,
  evaluate,
  fieldsRead,
  isAnd,
  isExpressionComparison,
  isNot,
  isOr,
  type Predicate,
  requiredExpression,
} from '@matricola/schema/predicate.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, formRuleOf } from '@matricola/schema/resource-fields.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/database.ts'
import { tableNameOf } from '../../database/names.ts'
import { derivePermit, type Permit, permittedRowsSql } from '../../policy/permit.ts'
import { optionConditions } from '../../records/reading/option-sql.ts'
import { Parameters } from '../../sql/parameters.ts'
import { headingOf, type Localization } from '../labels.ts'
import { referenceKeys } from '../reference-keys.ts'

interface Example {
  readonly values: { readonly [field: string]: unknown }
  /** Key texts of the referenced records, by id. */
  readonly keys: ReadonlyMap<string, string>
}

export async function createExample(
  { database }: Context,
  permit: Permit,
  {
    names,
    localization,
  }: { readonly names: readonly string[]; readonly localization: Localization },
): Promise<Example> {
  const { resource } = permit
  const values: Record<string, unknown> = {}
  const keys = new Map<string, string>()
  for (const name of names.filter((one) => isIncluded(resource, one))) {
    const spec = fieldOf(resource, name)
    if (!isFieldType(spec, 'reference') && !isFieldType(spec, 'links'))
      values[name] = exampleValue(spec, headingOf(resource, name, localization))
    else {
      const id = await findAnyRecord(database, permit, spec)
      if (id === null) continue
      values[name] = isFieldType(spec, 'links') ? [id] : id
      for (const [found, key] of await referenceKeys(
        database,
        permit,
        related(permit.resource, spec.to),
        [id],
      ))
        keys.set(found, key)
    }
  }
  Object.assign(values, computedValues(resource, values))
  for (const name of names.filter(
    (one) => values[one] === undefined && isRequiredByExample(permit, one, values),
  )) {
    const spec = fieldOf(resource, name)
    values[name] = exampleValue(spec, headingOf(resource, name, localization))
  }
  Object.assign(values, valuesAfterOthers(resource, values))
  return { values, keys }
}

/** Leaves out optional fields that depend on others, that must be unique or that are encrypted. */
function isIncluded(resource: AnyResource, name: string): boolean {
  const spec = fieldOf(resource, name)
  if (!spec.options.optional || resource.import?.key.includes(name)) return true
  const conditions = [
    ...Object.values(resource.form ?? {}).flatMap((rule) => [
      rule?.visibleWhen,
      rule?.requiredWhen,
    ]),
    ...Object.values(resource.rules ?? {}).map(({ check }) => check),
  ]
  const read = conditions.flatMap((condition) => (condition ? fieldsRead(condition) : []))
  const hasConditions = formRuleOf(resource, name) !== undefined || read.includes(name)
  return !hasConditions && !spec.options.unique && spec.options.bulk !== false && !isEncrypted(spec)
}

/** Whether the other values of the example make the field required. */
function isRequiredByExample(
  { resource, callerIdentity }: Permit,
  name: string,
  values: Example['values'],
): boolean {
  const requiredWhen = formRuleOf(resource, name)?.requiredWhen
  return requiredWhen !== undefined && evaluate(requiredWhen, values, callerIdentity)
}

/** Returns a record that the field may refer to and the caller may read; null if there is none. */
async function findAnyRecord(
  queries: Queries,
  permit: Permit,
  spec: SpecOf<'reference' | 'links'>,
): Promise<string | null> {
  const target = related(permit.resource, spec.to)
  const readPermit = derivePermit(permit, target, 'read')
  if (!readPermit) return null
  const parameters = new Parameters()
  const conditions = optionConditions(spec.options.optionsWhere, {
    target,
    alias: 'r',
    // The values of other fields are not known yet.
    operand: (bound, type) =>
      typeof bound === 'object' ? null : parameters.add(String(bound), type),
    texts: (values) => parameters.add(values, 'text[]'),
  })
  const where = [permittedRowsSql(readPermit, 'r', parameters), ...conditions].join(' AND ')
  const [row] = await queries.query<{ id: string }>(
    `SELECT r.id FROM ${tableNameOf(target)} r WHERE ${where} ORDER BY r.id LIMIT 1`,
    parameters.values,
  )
  return row?.id ?? null
}

const exampleValue = (spec: FieldSpec, label: string) => fieldTypeOf(spec).example(spec, label)

/** Returns the values of fields that a rule requires to equal a computed value. */
function computedValues(
  resource: AnyResource,
  values: { readonly [field: string]: unknown },
): { readonly [field: string]: unknown } {
  const computed = Object.values(resource.rules ?? {}).flatMap(({ check, field }) => {
    const expression = requiredExpression(check, field)
    return expression === undefined
      ? []
      : [[field, plainValue(evaluateExpression(expression, values))] as const]
  })
  return Object.fromEntries(computed)
}

/**
 * Returns dates and times that a rule requires to be later than others, such as the last day of an
 * academic year.
 */
function valuesAfterOthers(
  resource: AnyResource,
  values: { readonly [field: string]: unknown },
): { readonly [field: string]: string } {
  const found = Object.values(resource.rules ?? {}).flatMap(
    ({ check, field }): (readonly [string, string])[] => {
      const spec = fieldOf(resource, field)
      if (
        values[field] === undefined ||
        !comparisons(check, field).some(({ gt, gte }) => gt ?? gte)
      )
        return []
      if (isFieldType(spec, 'date')) return [[field, '2027-09-30']]
      return isFieldType(spec, 'text') && spec.options.pattern === 'time' ? [[field, '09:50']] : []
    },
  )
  return Object.fromEntries(found)
}

/** Returns the comparisons with a field in a condition or in its alternatives. */
function comparisons(check: Predicate, field: string): Comparison[] {
  if (isOr(check)) return check.or.flatMap((one) => comparisons(one, field))
  return isAnd(check) || isNot(check) || isExpressionComparison(check)
    ? []
    : comparisonsOf(check).flatMap(([name, comparison]) => (name === field ? [comparison] : []))
}
