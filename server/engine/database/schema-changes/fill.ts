/** SQL for values that a migration fills in from the other values of each record. */
import { describeExpressionError, expressionTypeName, knownFields } from '#model/checks/expressions.ts'
import { checkExpression } from '#model/expression/check.ts'
import { fieldsInExpression } from '#model/expression/expression.ts'
import { type FieldSpec, familyOf, isEncrypted } from '#model/field.ts'
import type { Fill } from '#model/field-type.ts'
import { storedEntries } from '#model/resource.ts'
import { scaleOf } from '#model/values/numbers.ts'
import { allResources } from '#resources/index.ts'
import { expressionSql } from '#server/engine/sql/expression-sql.ts'
import { columnNameOf, tableNameOf } from '../names.ts'
import type { TableChange } from './change.ts'
import { quotedIdentifier, sqlLiteral } from './snapshot.ts'

/** Returns SQL for the value to fill a field with; undefined if a problem was reported. */
export function findFillValueSql(change: TableChange, field: string, spec: FieldSpec, fill: Fill): string | undefined {
  const made = findValueSql(change, field, spec, fill)
  return made === undefined || fill.otherwise === undefined ? made : `coalesce(${made}, ${sqlLiteral(fill.otherwise)})`
}

function findValueSql(change: TableChange, field: string, spec: FieldSpec, fill: Fill): string | undefined {
  const reportProblem = (problem: string) => void change.reportProblem(field, problem)
  if ('value' in fill) {
    const reads = Object.fromEntries(fieldsInExpression(fill.value).flatMap((path) => [[path, findReadableField(change, path)] as const]))
    const specs = Object.entries(reads).flatMap(([path, read]) => (read ? [[path, read.spec] as const] : []))
    const { errors: faults, type, decimals } = checkExpression(fill.value, knownFields(Object.fromEntries(specs)))
    const own = knownFields({ [field]: spec })[field]
    for (const fault of faults) reportProblem(`has an invalid expression in fill: ${describeExpressionError(fault)}.`)
    if (faults.length > 0) return undefined
    if (own?.type !== type) return reportProblem(`has type ${spec.kind}, but the expression in fill has type ${expressionTypeName(type)}.`)
    if (decimals > scaleOf(spec))
      return reportProblem(`keeps ${scaleOf(spec)} decimals, but the expression in fill has up to ${decimals}. Use round or cut.`)
    return expressionSql(fill.value, {
      value(path) {
        const read = reads[path]
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
    const at = `position(${sqlLiteral(fill.after)} in ${text})`
    return `CASE WHEN ${at} > 0 THEN ${part(`substr(${text}, ${at} + ${[...fill.after].length})`)} END`
  }
  const by = `o.${quotedIdentifier(columnNameOf(fill.by))}`
  // If several records have that name, it is unclear which one was meant, so the value stays null.
  return `(SELECT CASE WHEN count(*) = 1 THEN (array_agg(o."id"))[1] END FROM ${quotedIdentifier(tableNameOf({ name: fill.find }))} o WHERE lower(trim(${by})) = lower(trim(${text})))`
}

interface ReadableField {
  readonly spec: FieldSpec
  readonly sql: string
}

/** Returns a field of the record or of a record it references; undefined if there is no such field, or it is encrypted. */
function findReadableField({ resource, table }: TableChange, path: string): ReadableField | undefined {
  const [name = '', further] = path.split('.')
  const column = table.columns[columnNameOf(name)]
  if (!column) return undefined
  const declared = resource && storedEntries(resource).find(([one]) => one === name)?.[1]
  const spec = declared ?? specOfColumn(column)
  const sql = `${quotedIdentifier(table.name)}.${quotedIdentifier(column.name)}`
  if (!spec || isEncrypted(spec)) return undefined
  if (further === undefined) return { spec, sql }
  const target = spec.kind === 'reference' ? allResources.find((one) => one.name === spec.to) : undefined
  const other = target && storedEntries(target).find(([one]) => one === further)?.[1]
  if (!target || !other || isEncrypted(other)) return undefined
  const optional = { ...other, options: { ...other.options, optional: true } } as FieldSpec // of the same field type
  return {
    spec: optional,
    sql: `(SELECT o.${quotedIdentifier(columnNameOf(further))} FROM ${quotedIdentifier(tableNameOf(target))} o WHERE o."id" = ${sql})`,
  }
}

/** Describes a field that is no longer declared, as far as its type follows from the column. */
function specOfColumn({ type, notNull }: { readonly type: string; readonly notNull: boolean }): FieldSpec | undefined {
  const scale = /^numeric\(\d+, ?(\d+)\)$/.exec(type)?.[1]
  const optional = notNull ? {} : ({ optional: true } as const)
  if (scale !== undefined) return { kind: 'decimal', options: { min: 0, max: 0, scale: Number(scale), ...optional } }
  if (type === 'text') return { kind: 'longText', options: { max: 1, ...optional } }
  if (type === 'integer') return { kind: 'integer', options: { min: 0, max: 0, ...optional } }
  if (type === 'date') return { kind: 'date', options: optional }
  return type === 'boolean' ? { kind: 'boolean', options: optional } : undefined
}
