/** Evaluates an expression for one record. */
import { isRealDate, today } from '../values/dates.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalToNumber,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  toDecimal,
  truncateDecimal,
} from './decimal.ts'
import {
  childRowsOf,
  type Expression,
  type FunctionName,
  functionCallOf,
  type Span,
  type SpanUnit,
  spanOf,
} from './expression.ts'

/** Values by field: numbers, exact decimals, dates and texts. */
export interface FieldValues {
  readonly [field: string]: unknown
}
/** A number, a date or a text; null if absent. */
export type ExpressionValue = Decimal | string | null

export interface EvaluationTime {
  readonly now?: Date
}

export const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && 'units' in value

function toExpressionValue(value: unknown): ExpressionValue {
  if (typeof value === 'number') return toDecimal(value)
  if (isDecimal(value)) return value
  return typeof value === 'string' ? value : null
}

/**
 * The exact value of an expression. The expression must have passed `checkExpression` for the
 * record's fields.
 */
export function evaluateExpression(
  expression: Expression,
  record: FieldValues,
  time: EvaluationTime = {},
): ExpressionValue {
  // Spans are handled separately.
  const value = (part: Expression | Span) => evaluateExpression(part as Expression, record, time)
  if (typeof expression === 'string') return toExpressionValue(record[expression])
  if (typeof expression === 'number') return toDecimal(expression)
  if ('text' in expression) return expression.text
  if ('date' in expression) return today(time.now ?? new Date())
  if ('round' in expression)
    return mapNumber(value(expression.round), (number) => roundDecimal(number, expression.decimals))
  if ('cut' in expression)
    return mapNumber(value(expression.cut), (number) =>
      truncateDecimal(number, expression.decimals),
    )
  if ('join' in expression) {
    const texts = expression.join.map(value).filter((text) => typeof text === 'string')
    return texts.join(expression.by) || null
  }
  const rows = childRowsOf(expression)
  if (rows) return aggregateRows(record[rows.rows], rows.field)
  const [word, parts] = functionCallOf(expression) ?? []
  if (!word || word === 'join' || !parts) return null
  if (word === 'add' || word === 'subtract')
    return parts.slice(1).reduce<ExpressionValue>(
      (sum, part) => {
        const span = spanOf(part)
        if (span)
          return addSpan(
            sum,
            span[0],
            word === 'add' ? value(span[1]) : mapNumber(value(span[1]), negateDecimal),
          )
        return word === 'add'
          ? mapNumbers(sum, value(part), addDecimals)
          : subtractValues(sum, value(part))
      },
      value(parts[0] as Expression),
    )
  return applyFunction(word, parts.map(value))
}

/** The number of active rows, or the sum of a field over them; null if the rows were not loaded. */
function aggregateRows(rows: unknown, field: string | null): ExpressionValue {
  if (!Array.isArray(rows)) return null
  const activeRows: readonly FieldValues[] = rows.filter(({ isActive }) => isActive !== false)
  if (field === null) return toDecimal(activeRows.length)
  const values = activeRows.map((row) => toExpressionValue(row[field])).filter(isDecimal)
  return values.reduce<ExpressionValue>(
    (sum, value) => mapNumbers(sum, value, addDecimals),
    toDecimal(0),
  )
}

/** The value as JSON carries it, with decimals as plain numbers. */
export const plainValue = (value: ExpressionValue): number | string | null =>
  isDecimal(value) ? decimalToNumber(value) : value

const mapNumber = (
  value: ExpressionValue,
  operation: (number: Decimal) => Decimal,
): ExpressionValue => (isDecimal(value) ? operation(value) : null)
const mapNumbers = (
  a: ExpressionValue,
  b: ExpressionValue,
  operation: (a: Decimal, b: Decimal) => Decimal | null,
): ExpressionValue => (isDecimal(a) && isDecimal(b) ? operation(a, b) : null)

function applyFunction(
  word: Exclude<FunctionName, 'add' | 'subtract' | 'join'>,
  values: readonly ExpressionValue[],
): ExpressionValue {
  const present = values.filter((value) => value !== null)
  switch (word) {
    case 'multiply':
      return values.reduce((product, value) => mapNumbers(product, value, multiplyDecimals))
    case 'divide':
      return mapNumbers(values[0] ?? null, values[1] ?? null, divideDecimals)
    case 'first':
      return present[0] ?? null
    case 'min':
      return present.length === 0
        ? null
        : present.reduce((least, value) => (compareValues(value, least) < 0 ? value : least))
    case 'max':
      return present.length === 0
        ? null
        : present.reduce((most, value) => (compareValues(value, most) > 0 ? value : most))
  }
}

/** Compares two values of the same type. */
export function compareValues(a: Decimal | string, b: Decimal | string): number {
  if (isDecimal(a) && isDecimal(b)) return compareDecimals(a, b)
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

const dayMs = 86_400_000
const daysOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs

function subtractValues(a: ExpressionValue, b: ExpressionValue): ExpressionValue {
  if (typeof a !== 'string' || typeof b !== 'string')
    return mapNumbers(a, b, (left, right) => addDecimals(left, negateDecimal(right)))
  return isRealDate(a) && isRealDate(b) ? { units: BigInt(daysOf(a) - daysOf(b)), scale: 0 } : null
}

/**
 * Maximum lengths of spans. Longer ones yield no value; they would exceed the limits of the
 * database's calendar.
 */
export const longestSpan: { readonly [U in SpanUnit]: number } = {
  years: 6_000,
  months: 72_000,
  days: 2_190_000,
}
/** First and last date that an expression can yield. */
export const calendarLimits = ['1800-01-01', '9999-12-31'] as const

/**
 * Moves a date by a span. If the resulting month is too short for the day, the last day of the
 * month is used.
 */
function addSpan(date: ExpressionValue, unit: SpanUnit, count: ExpressionValue): ExpressionValue {
  if (typeof date !== 'string' || !isRealDate(date) || !isDecimal(count)) return null
  const wholeCount = truncateDecimal(count, 0).units
  const longest = BigInt(longestSpan[unit])
  if (wholeCount > longest || wholeCount < -longest) return null
  const amount = Number(wholeCount)
  const found =
    unit === 'days'
      ? new Date((daysOf(date) + amount) * dayMs)
      : monthsAfter(date, unit === 'years' ? amount * 12 : amount)
  const text = found.toISOString().slice(0, 10)
  return found.getUTCFullYear() <= 9999 && isRealDate(text) ? text : null
}

function monthsAfter(date: string, count: number): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const months = year * 12 + month - 1 + count
  const last = new Date(Date.UTC(2000, 0, 1))
  last.setUTCFullYear(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 0)
  last.setUTCDate(Math.min(day, last.getUTCDate()))
  return last
}
