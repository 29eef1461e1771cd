/** SQL for values that a migration fills in from the other values of each record. */
import {
  describeExpressionError,
  expressionTypeName,
  knownFields,
} from '@matricola/schema/checks/expressions.ts'
import { checkExpression } from '@matricola/schema/expression/check.ts'
import { fieldsInExpression } from '@matricola/schema/expression/expression.ts'
import { type FieldSpec, familyOf, isEncrypted } from '@matricola/schema/field.ts'
import type { Fill } from '@matricola/schema/field-type.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import { scaleOf } from '@matricola/schema/values/numbers.ts'
import { expressionSql } from '../../sql/expression-sql.ts'
import { columnNameOf, tableNameOf } from '../names.ts'
import type { TableChange } from './change.ts'
import { quotedIdentifier, sqlLiteral } from './snapshot.ts'

/** Returns SQL for the value to fill a field with; undefined if a problem was reported. */
export function findFillValueSql(
  change: TableChange,
  field: string,
  spec: FieldSpec,
  fill: Fill,
): string | undefined {
  const valueSql = findValueSql(change, field, spec, fill)
  return valueSql === undefined || fill.otherwise === undefined
    ? valueSql
    : `coalesce(${valueSql}, ${sqlLiteral(fill.otherwise)})`
}

function findValueSql(
  change: TableChange,
  field: string,
  spec: FieldSpec,
  fill: Fill,
): string | undefined {
  const reportProblem = (problem: string) => void change.reportProblem(field, problem)
  if ('value' in fill) {
    const fieldsRead = Object.fromEntries(
      fieldsInExpression(fill.value).flatMap((path) => [
        [path, findReadableField(change, path)] as const,
      ]),
    )
    const specs = Object.entries(fieldsRead).flatMap(([path, read]) =>
      read ? [[path, read.spec] as const] : [],
    )
    const { errors, type, decimals } = checkExpression(
      fill.value,
      knownFields(Object.fromEntries(specs)),
    )
    const ownField = knownFields({ [field]: spec })[field]
    for (const error of errors)
      reportProblem(`has an invalid expression in fill: ${describeExpressionError(error)}.`)
    if (errors.length > 0) return undefined
    if (ownField?.type !== type)
      return reportProblem(
        `has type ${spec.type}, but the expression in fill has type ${expressionTypeName(type)}.`,
      )
    if (decimals > scaleOf(spec))
      return reportProblem(
        `keeps ${scaleOf(spec)} decimals, but the expression in fill has up to ${decimals}. Use round or cut.`,
      )
    return expressionSql(fill.value, {
      value(path) {
        const read = fieldsRead[path]
        if (!read) throw new Error(`fill: field ${path} was not checked`)
        const family = familyOf(read.spec)
        return { sql: family === 'number' ? `${read.sql}::numeric` : read.sql, family }
      },
      rows() {
        throw new Error('fill: expressions cannot read rows')
      },
    }).sql
  }
  const source = findReadableField(change, fill.of)
  if (!source || familyOf(source.spec) !== 'text')
    return reportProblem(`is filled from ${fill.of}, which is not a text field of the table.`)
  const text = source.sql
  // An empty part becomes null.
  const part = (sql: string) => `nullif(trim(${sql}), '')`
  if ('before' in fill) return part(`split_part(${text}, ${sqlLiteral(fill.before)}, 1)`)
  if ('after' in fill) {
    const positionSql = `position(${sqlLiteral(fill.after)} in ${text})`
    return `CASE WHEN ${positionSql} > 0 THEN ${part(`substr(${text}, ${positionSql} + ${[...fill.after].length})`)} END`
  }
  const referenceSql = `o.${quotedIdentifier(columnNameOf(fill.by))}`
  // If several records have that name, the reference is ambiguous, so the value stays null.
  return `(SELECT CASE WHEN count(*) = 1 THEN (array_agg(o."id"))[1] END FROM ${quotedIdentifier(tableNameOf({ name: fill.find }))} o WHERE lower(trim(${referenceSql})) = lower(trim(${text})))`
}

interface ReadableField {
  readonly spec: FieldSpec
  readonly sql: string
}

/**
 * Returns a field of the record or of a record it references; undefined if there is no such field,
 * or it is encrypted.
 */
function findReadableField(
  { resource, table }: TableChange,
  path: string,
): ReadableField | undefined {
  const [name = '', targetField] = path.split('.')
  const column = table.columns[columnNameOf(name)]
  if (!column) return undefined
  const declared = resource && storedEntries(resource).find(([one]) => one === name)?.[1]
  const spec = declared ?? specOfColumn(column)
  const sql = `${quotedIdentifier(table.name)}.${quotedIdentifier(column.name)}`
  if (!spec || isEncrypted(spec)) return undefined
  if (targetField === undefined) return { spec, sql }
  const target =
    resource && spec.type === 'reference' ? registryOf(resource).find(spec.to) : undefined
  const targetSpec = target && storedEntries(target).find(([one]) => one === targetField)?.[1]
  if (!target || !targetSpec || isEncrypted(targetSpec)) return undefined
  const optional = {
    ...targetSpec,
    options: { ...targetSpec.options, optional: true },
  } as FieldSpec // of the same field type
  return {
    spec: optional,
    sql: `(SELECT o.${quotedIdentifier(columnNameOf(targetField))} FROM ${quotedIdentifier(tableNameOf(target))} o WHERE o."id" = ${sql})`,
  }
}

/** Describes a field that is no longer declared, as far as its type follows from the column. */
function specOfColumn({
  type,
  notNull,
}: {
  readonly type: string
  readonly notNull: boolean
}): FieldSpec | undefined {
  const scale = /^numeric\(\d+, ?(\d+)\)$/.exec(type)?.[1]
  const optional = notNull ? {} : ({ optional: true } as const)
  if (scale !== undefined)
    return { type: 'decimal', options: { min: 0, max: 0, scale: Number(scale), ...optional } }
  if (type === 'text') return { type: 'longText', options: { max: 1, ...optional } }
  if (type === 'integer') return { type: 'integer', options: { min: 0, max: 0, ...optional } }
  if (type === 'date') return { type: 'date', options: optional }
  return type === 'boolean' ? { type: 'boolean', options: optional } : undefined
}
