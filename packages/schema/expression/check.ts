/**
 * Checks expressions against the fields they may read. Mistakes are returned as codes, to be worded
 * for users or developers.
 */
import { nearest } from '../checks/report.ts'
import type { Issue } from '../wire/wire-record.ts'
import { quotientScale, toDecimal } from './decimal.ts'
import {
  type Expression,
  functionNames,
  maxDecimals,
  maxDepth,
  maxParts,
  type Span,
  spanUnits,
} from './expression.ts'
import { printExpression } from './print.ts'

/**
 * Expressions compute with numbers, days and texts. Values of other types can only be passed
 * through.
 */
export type ValueType = 'number' | 'day' | 'text' | (string & {})

export interface KnownField {
  readonly type: ValueType
  /** Maximum number of decimals. */
  readonly decimals?: number
  /** Whether the value may be absent. */
  readonly optional?: boolean
  /** Child rows, which can only be counted, or one of their fields, which can only be summed. */
  readonly isOfRows?: true
}
export interface KnownFields {
  readonly [field: string]: KnownField
}

/** A mistake. `at` is its offset in the source text, starting at 0. */
export interface ExpressionError {
  readonly code: `expression.${string}`
  readonly params?: { readonly [name: string]: string | number }
  readonly at?: number
}

/** The issue shown to the author of a formula. Its place starts at 1. */
export const expressionIssue = ({ code, params, at }: ExpressionError): Issue => ({
  code,
  ...((params || at !== undefined) && {
    params: { ...params, ...(at !== undefined && { place: at + 1 }) },
  }),
})

/** The static type of an expression, and its mistakes. */
export interface CheckedExpression extends Omit<KnownField, 'decimals'> {
  readonly decimals: number
  readonly optional: boolean
  readonly errors: readonly ExpressionError[]
}

/** An error for an unknown name, with a suggestion if a known name is similar. */
export function unknownNameError(
  code: `expression.${string}`,
  name: string,
  known: Iterable<string>,
  at?: number,
): ExpressionError {
  const suggestion = nearest(name, known)
  const offset = at === undefined ? {} : { at }
  return suggestion === undefined
    ? { code, params: { name }, ...offset }
    : { code: `${code}Like`, params: { name, like: suggestion }, ...offset }
}

interface CheckedPart {
  /** Undefined if a mistake makes it unknown. */
  readonly type: ValueType | undefined
  readonly decimals: number
  readonly optional: boolean
}

/**
 * Checks an expression of unknown shape, because at startup no compiler has checked the
 * declarations.
 */
export function checkExpression(expression: unknown, known: KnownFields): CheckedExpression {
  const errors: ExpressionError[] = []
  let parts = 0
  const found = checkPart(expression, 0)
  return {
    type: found.type ?? 'number',
    decimals: found.decimals,
    optional: found.optional,
    errors: errors,
  }

  function fail(error: ExpressionError): CheckedPart {
    if (!errors.some(({ code }) => code === 'expression.tooLong')) errors.push(error)
    return { type: undefined, decimals: 0, optional: false }
  }

  function checkPart(part: unknown, depth: number): CheckedPart {
    parts++
    if (parts > maxParts || depth > maxDepth) return fail({ code: 'expression.tooLong' })
    if (typeof part === 'string') {
      const field = Object.hasOwn(known, part) ? known[part] : undefined
      if (!field || field.isOfRows) {
        const others = Object.keys(known).filter((name) => !known[name]?.isOfRows)
        return fail(unknownNameError('expression.unknownField', part, others))
      }
      return { type: field.type, decimals: field.decimals ?? 0, optional: field.optional ?? false }
    }
    if (typeof part === 'number') {
      const number = toDecimal(part)
      if (!number || number.scale > maxDecimals || Math.abs(part) >= 1e15)
        return fail({ code: 'expression.numberTooLong', params: { number: part } })
      return { type: 'number', decimals: number.scale, optional: false }
    }
    if (typeof part !== 'object' || part === null)
      return fail({ code: 'expression.noPart', params: { part: JSON.stringify(part) ?? '' } })
    const words = Object.keys(part).filter((word) => word !== 'by' && word !== 'decimals')
    const [word = ''] = words
    const operand = (part as { readonly [word: string]: unknown })[word]
    if (words.length !== 1)
      return fail({ code: 'expression.noPart', params: { part: JSON.stringify(part) } })
    if (word === 'text')
      return typeof operand === 'string' && operand !== ''
        ? { type: 'text', decimals: 0, optional: false }
        : invalidPart(part)
    if (word === 'count' || word === 'sum') return checkChildRows(word, operand)
    if (word === 'date')
      return operand === 'today' ? { type: 'day', decimals: 0, optional: false } : invalidPart(part)
    if (word === 'round' || word === 'cut')
      return checkRounding(part as { readonly decimals?: unknown }, operand, depth)
    if (isSpan(part))
      return fail({ code: 'expression.spanAlone', params: { part: printPart(part) } })
    if (!functionNames.some((one) => one === word))
      return fail(
        unknownNameError('expression.unknownFunction', word, [
          ...functionNames,
          'round',
          'cut',
          'count',
          'sum',
          'text',
          'date',
        ]),
      )
    const operandCount = word === 'subtract' || word === 'divide' ? 2 : undefined
    if (
      !Array.isArray(operand) ||
      operand.length === 0 ||
      (operandCount !== undefined && operand.length !== operandCount)
    )
      return invalidPart(part)
    if (word === 'join' && typeof (part as { by?: unknown }).by !== 'string')
      return invalidPart(part)
    return checkFunction(word, operand, depth)
  }

  function checkChildRows(word: 'count' | 'sum', operand: unknown): CheckedPart {
    const name = String(operand)
    const field = Object.hasOwn(known, name) ? known[name] : undefined
    if (!field?.isOfRows || (word === 'count') === name.includes('.')) {
      const others = Object.keys(known).filter(
        (one) => known[one]?.isOfRows && (word === 'sum') === one.includes('.'),
      )
      return fail(unknownNameError('expression.unknownField', name, others))
    }
    if (word === 'sum' && field.type !== 'number')
      return fail({ code: 'expression.notANumber', params: { part: name } })
    return { type: 'number', decimals: word === 'sum' ? (field.decimals ?? 0) : 0, optional: false }
  }

  function invalidPart(part: unknown): CheckedPart {
    return fail({ code: 'expression.noPart', params: { part: JSON.stringify(part) } })
  }

  function checkRounding(
    part: { readonly decimals?: unknown },
    operand: unknown,
    depth: number,
  ): CheckedPart {
    const { decimals } = part
    const number = ofType('number', operand, depth)
    if (
      typeof decimals !== 'number' ||
      !Number.isInteger(decimals) ||
      decimals < 0 ||
      decimals > maxDecimals
    )
      return fail({ code: 'expression.decimals', params: { max: maxDecimals } })
    return { ...number, decimals: Math.min(number.decimals, decimals) }
  }

  function ofType(type: ValueType, part: unknown, depth: number): CheckedPart {
    const result = checkPart(part, depth + 1)
    if (result.type !== undefined && result.type !== type)
      return fail({ code: mismatch(type), params: { part: printPart(part) } })
    return result
  }

  function checkFunction(word: string, operands: readonly unknown[], depth: number): CheckedPart {
    switch (word) {
      case 'add':
      case 'subtract':
        return sum(word, operands, depth)
      case 'multiply':
      case 'divide': {
        const numbers = operands.map((part) => ofType('number', part, depth))
        const decimals =
          word === 'divide'
            ? quotientScale
            : numbers.reduce((total, number) => total + number.decimals, 0)
        return {
          type: 'number',
          decimals,
          optional:
            word === 'divide'
              ? !isSafeDivisor(operands[1]) || numbers.some(isOptional)
              : numbers.some(isOptional),
        }
      }
      case 'join': {
        const texts = operands.map((part) => ofType('text', part, depth))
        return { type: 'text', decimals: 0, optional: texts.every(isOptional) }
      }
      default: {
        const values = operands.map((part) => checkPart(part, depth + 1))
        const type = values.find((value) => value.type !== undefined)?.type
        const other = values.findIndex((value) => value.type !== undefined && value.type !== type)
        if (other >= 0)
          return fail({
            code: 'expression.mixed',
            params: { part: printPart(operands[other]), first: printPart(operands[0]) },
          })
        if (word !== 'first' && type !== undefined && type !== 'number' && type !== 'day')
          return fail({ code: 'expression.notANumber', params: { part: printPart(operands[0]) } })
        return { type, decimals: largestScale(values), optional: values.every(isOptional) }
      }
    }
  }

  function sum(word: 'add' | 'subtract', operands: readonly unknown[], depth: number): CheckedPart {
    const first = checkPart(operands[0], depth + 1)
    const rest = operands.slice(1)
    if (first.type === 'day') {
      const others = rest.map((part): CheckedPart => {
        if (isSpan(part)) {
          parts++
          // With a computed count, the result may be outside the calendar and thus absent.
          const [count] = Object.values(part)
          const checkedCount = ofType('number', count, depth + 1)
          return { ...checkedCount, optional: checkedCount.optional || typeof count !== 'number' }
        }
        if (word === 'subtract') return ofType('day', part, depth)
        return fail({ code: 'expression.notASpan', params: { part: printPart(part) } })
      })
      const isDistance = word === 'subtract' && !isSpan(rest[0])
      return {
        type: isDistance ? 'number' : 'day',
        decimals: 0,
        optional: [first, ...others].some(isOptional),
      }
    }
    if (first.type !== undefined && first.type !== 'number')
      return fail({ code: 'expression.notANumber', params: { part: printPart(operands[0]) } })
    const others = rest.map((part) => ofType('number', part, depth))
    return {
      type: 'number',
      decimals: largestScale([first, ...others]),
      optional: [first, ...others].some(isOptional),
    }
  }
}

const isOptional = ({ optional }: CheckedPart) => optional
const largestScale = (values: readonly CheckedPart[]) =>
  Math.max(0, ...values.map(({ decimals }) => decimals))
const isSafeDivisor = (part: unknown) => typeof part === 'number' && part !== 0
const isSpan = (part: unknown): part is Span =>
  typeof part === 'object' && part !== null && spanUnits.some((unit) => unit in part)
// The cast is safe: the walk above has visited these parts, so they can be printed.
const printPart = (part: unknown) => printExpression(part as Expression)

const mismatch = (type: ValueType) =>
  type === 'number'
    ? 'expression.notANumber'
    : type === 'day'
      ? 'expression.notADay'
      : ('expression.notAText' as const)
