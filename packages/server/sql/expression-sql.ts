/**
 * Translates expressions to SQL. For every row, the result equals that of `evaluateExpression` in
 * `packages/schema/expression/`; random tests compare the two. No row can make a statement fail:
 * undefined results, such as a division by zero, are null.
 */

import { formatDecimal, quotientScale, toDecimal } from '@matricola/schema/expression/decimal.ts'
import { calendarLimits, longestSpan } from '@matricola/schema/expression/evaluate.ts'
import {
  type ChildRowsRead,
  childRowsOf,
  type Expression,
  functionCallOf,
  type Span,
  type SpanUnit,
  spanOf,
} from '@matricola/schema/expression/expression.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { timeZone } from '@matricola/schema/values/dates.ts'

export interface TypedSql {
  readonly sql: string
  readonly family: Family
}
interface ExpressionRow {
  /** Returns SQL for a field's value, with numbers as `numeric`. */
  readonly value: (field: string) => TypedSql
  /** Returns SQL for the number of child rows, or the sum of one of their fields. */
  readonly rows: (read: ChildRowsRead) => string
  /**
   * SQL for today's date. Absent: taken from the database's clock, because the SQL may be cached
   * for days.
   */
  readonly today?: string
}

export function expressionSql(expression: Expression, row: ExpressionRow): TypedSql {
  return partSql(expression)

  function partSql(part: Expression): TypedSql {
    if (typeof part === 'string') return row.value(part)
    if (typeof part === 'number') return number(numberText(part))
    if ('text' in part) return { sql: `${quoted(part.text)}::text`, family: 'text' }
    if ('date' in part)
      return { sql: row.today ?? `(now() AT TIME ZONE '${timeZone}')::date`, family: 'date' }
    if ('round' in part) return number(`round(${sqlOf(part.round)}, ${part.decimals})`)
    if ('cut' in part) return number(`trunc(${sqlOf(part.cut)}, ${part.decimals})`)
    const rows = childRowsOf(part)
    if (rows) return number(row.rows(rows))
    const [word, parts] = functionCallOf(part) ?? []
    if (!word || !parts) throw new Error(`${JSON.stringify(part)} is not an expression`)
    if (word === 'add' || word === 'subtract') return sumSql(word, parts)
    // Only sums can contain spans.
    const values = (parts as readonly Expression[]).map(partSql)
    const list = values.map(({ sql }) => sql)
    switch (word) {
      case 'multiply':
        return number(`(${list.join(' * ')})`)
      case 'divide':
        return number(
          `(div(${list[0]} * ${quotientFactor}, nullif(${list[1]}, 0)) * ${quotientInverse})`,
        )
      case 'join':
        return {
          sql: `nullif(concat_ws(${[quoted('by' in part ? part.by : ''), ...list].join(', ')}), '')`,
          family: 'text',
        }
      default:
        return {
          sql: `${({ min: 'least', max: 'greatest', first: 'coalesce' } as const)[word]}(${list.join(', ')})`,
          family: values[0]?.family ?? 'none',
        }
    }
  }

  function sumSql(word: 'add' | 'subtract', parts: readonly (Expression | Span)[]): TypedSql {
    const sign = word === 'add' ? '+' : '-'
    return parts.slice(1).reduce<TypedSql>(
      (sum, part) => {
        const span = spanOf(part)
        if (span)
          return {
            sql: shiftedSql(
              sum.sql,
              span[0],
              word === 'add' ? sqlOf(span[1]) : `(-${sqlOf(span[1])})`,
            ),
            family: 'date',
          }
        const otherSql = partSql(part as Expression)
        return number(
          sum.family === 'date'
            ? `(${sum.sql} - ${otherSql.sql})::numeric`
            : `(${sum.sql} ${sign} ${otherSql.sql})`,
        )
      },
      partSql(parts[0] as Expression),
    )
  }

  function sqlOf(part: Expression): string {
    return partSql(part).sql
  }
}

const number = (sql: string): TypedSql => ({ sql, family: 'number' })
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
/**
 * 10 to the power of the number of decimals of a quotient, and its inverse. `div` truncates
 * exactly, and both products are exact.
 */
const quotientFactor = `1${'0'.repeat(quotientScale)}::numeric`
const quotientInverse = `0.${'0'.repeat(quotientScale - 1)}1`

/** A number as an SQL literal, in parentheses because of its sign. */
function numberText(value: number): string {
  const decimal = toDecimal(value)
  if (!decimal) throw new Error(`${value} is not a number`)
  return `(${formatDecimal(decimal)})::numeric`
}

/**
 * SQL for a date plus a span. A result outside the calendar is null; checking the span first keeps
 * it within the limits of the SQL types. `OFFSET 0` stops the planner from inlining the subquery,
 * which would duplicate its parts and grow exponentially when nested.
 */
function shiftedSql(day: string, unit: SpanUnit, count: string): string {
  const added =
    unit === 'days' ? 'd + trunc(n)::int' : `(d + make_interval(${unit} => trunc(n)::int))::date`
  const [from, to] = calendarLimits
  return `(SELECT CASE WHEN moved BETWEEN '${from}' AND '${to}' THEN moved END FROM (SELECT CASE WHEN abs(trunc(n)) <= ${longestSpan[unit]} THEN ${added} END AS moved
    FROM (SELECT ${day} AS d, ${count} AS n OFFSET 0) counted OFFSET 0) step)`
}
