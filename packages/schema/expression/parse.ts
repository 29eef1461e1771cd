/**
 * Parses an expression from text: numbers, field names, `+ - * /` (and `×`, `÷`), parentheses, `80
 * %`, `min(a, b)`, `max`, `sum`, `first`, `round(x, 2)`, `cut(x, 2)`, `join(" ", a, b)`, `today`,
 * and spans such as `2 years` and `noticeDays days`.
 */
import { type ExpressionError, unknownNameError } from './check.ts'
import { type Condition, comparisonSigns, type ExpressionComparison } from './condition.ts'
import { decimalToNumber, divideDecimals, toDecimal } from './decimal.ts'
import { type Expression, maxDepth, type Span, type SpanUnit, spanUnits } from './expression.ts'

export type Parsed = { readonly expression: Expression } | { readonly error: ExpressionError }
export type ParsedCondition =
  | { readonly condition: Condition }
  | { readonly error: ExpressionError }

/** Maximum length of the text. */
export const maxExpressionLength = 1000

class ParseError extends Error {
  readonly error: ExpressionError
  constructor(error: ExpressionError) {
    super(error.code)
    this.error = error
  }
}

interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign'
  readonly text: string
  readonly at: number
}

const signs: { readonly [symbol: string]: string } = {
  ...{ '×': '*', '·': '*', '÷': '/', '−': '-' },
  ...{ '≥': '>=', '≤': '<=' },
}
const lists = { min: 'min', max: 'max', first: 'first', sum: 'add' } as const
const functions = [...Object.keys(lists), 'round', 'cut', 'join']
const unitOf = (name: string): SpanUnit | undefined =>
  spanUnits.find((unit) => name === unit || name === unit.slice(0, -1))

/**
 * The parsed expression, or the first syntax error. Field names are not checked here;
 * `checkExpression` does that.
 */
export const parseExpression = (text: string): Parsed =>
  withParseError(() => ({ expression: read(text).expression() }))

/** The parsed condition, or the first syntax error. Like `parseExpression`, it checks no names. */
export const parseCondition = (text: string): ParsedCondition =>
  withParseError(() => ({ condition: read(text).condition() }))

function withParseError<T>(parse: () => T): T | { readonly error: ExpressionError } {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ParseError) return { error: error.error }
    throw error
  }
}

function tokensOf(text: string): readonly Token[] {
  if (text.length > maxExpressionLength) throw new ParseError({ code: 'expression.tooLong' })
  const tokens: Token[] = []
  const pattern =
    /(\s+)|(\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)?)|("(?:[^"\\]|\\.)*")|([<>]=|[-+*/(),%×·÷−<>=≥≤])/uy
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const [, space, number, name, quoted, sign] = pattern.exec(text) ?? []
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at })
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: unquote(quoted, at), at })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: signs[sign] ?? sign, at })
    else if (space === undefined)
      throw new ParseError({
        code: 'expression.unexpected',
        params: { found: text.charAt(at) },
        at,
      })
  }
  return tokens
}

function unquote(quoted: string, at: number): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    throw new ParseError({ code: 'expression.unexpected', params: { found: quoted }, at })
  }
}

/** Returns functions that read the whole text as an expression or as a condition. */
function read(text: string) {
  const tokens = tokensOf(text)
  let next = 0
  let depth = 0
  const isSign = (sign: string) => tokens[next]?.kind === 'sign' && tokens[next]?.text === sign
  const accept = (sign: string) => {
    if (!isSign(sign)) return false
    next++
    return true
  }

  function unexpected(): ParseError {
    const token = tokens[next]
    return new ParseError(
      token
        ? { code: 'expression.unexpected', params: { found: token.text }, at: token.at }
        : { code: 'expression.unfinished', at: text.length },
    )
  }
  function expect(sign: string): void {
    if (!accept(sign)) throw unexpected()
  }

  function sum(): Expression {
    depth++
    if (depth > maxDepth) throw new ParseError({ code: 'expression.tooLong' })
    let left = product()
    let isFlat = false
    for (;;) {
      if (accept('+')) {
        const right = product(true)
        // The cast is safe: if `isFlat` is set, `left` is an `add`.
        left = isFlat
          ? { add: [...(left as { add: readonly [Expression] }).add, right] }
          : { add: [left, right] }
        isFlat = true
      } else if (accept('-')) {
        left = { subtract: [left, product(true)] }
        isFlat = false
      } else break
    }
    depth--
    return left
  }

  function product(allowSpan?: false): Expression
  function product(allowSpan: true): Expression | Span
  function product(allowSpan = false): Expression | Span {
    const first = factor(allowSpan)
    if (isSpan(first)) return first
    let left: Expression = first
    let isFlat = false
    for (;;) {
      if (accept('*')) {
        const right = factor()
        left = isFlat
          ? { multiply: [...(left as { multiply: readonly [Expression] }).multiply, right] }
          : { multiply: [left, right] }
        isFlat = true
      } else if (accept('/')) {
        left = { divide: [left, factor()] }
        isFlat = false
      } else return left
    }
  }

  function factor(allowSpan?: false): Expression
  function factor(allowSpan: boolean): Expression | Span
  function factor(allowSpan = false): Expression | Span {
    if (accept('-')) {
      const negative = factor()
      return typeof negative === 'number' ? 0 - negative : { subtract: [0, negative] }
    }
    const start = tokens[next]
    const one = primary()
    if (accept('%')) {
      const percent = typeof one === 'number' ? toDecimal(one) : null
      const hundred = toDecimal(100)
      const part = percent && hundred && divideDecimals(percent, hundred)
      return part ? decimalToNumber(part) : { divide: [one, 100] }
    }
    const unit = tokens[next]?.kind === 'name' ? unitOf(tokens[next]?.text ?? '') : undefined
    if (!unit) return one
    if (!allowSpan)
      throw new ParseError({
        code: 'expression.spanAlone',
        params: { part: text.slice(start?.at ?? 0, endOf(tokens[next])) },
        at: start?.at ?? 0,
      })
    next++
    return { [unit]: one } as Span
  }

  function primary(): Expression {
    const token = tokens[next]
    if (!token) throw unexpected()
    next++
    if (token.kind === 'number') {
      if (token.text.replace('.', '').length > 15)
        throw new ParseError({
          code: 'expression.numberTooLong',
          params: { number: token.text },
          at: token.at,
        })
      return Number(token.text)
    }
    if (token.kind === 'text') return { text: token.text }
    if (token.kind === 'name') {
      if (isSign('(')) return call(token)
      return token.text === 'today' ? { date: 'today' } : token.text
    }
    next--
    expect('(')
    const inner = sum()
    expect(')')
    return inner
  }

  function call({ text: name, at }: Token): Expression {
    expect('(')
    if (name === 'round' || name === 'cut') {
      const value = sum()
      const decimals = accept(',') ? decimalPlaces() : 0
      expect(')')
      return name === 'round' ? { round: value, decimals } : { cut: value, decimals }
    }
    if (name === 'join') {
      const by = tokens[next]
      if (by?.kind !== 'text') throw unexpected()
      next++
      expect(',')
      return { join: list(), by: by.text }
    }
    if (!Object.hasOwn(lists, name))
      throw new ParseError(unknownNameError('expression.unknownFunction', name, functions, at))
    return { [lists[name as keyof typeof lists]]: list() } as unknown as Expression
  }

  function decimalPlaces(): number {
    const token = tokens[next]
    if (token?.kind !== 'number' || !/^\d{1,2}$/.test(token.text)) throw unexpected()
    next++
    return Number(token.text)
  }

  function list(): readonly [Expression, ...Expression[]] {
    const first = sum()
    const rest: Expression[] = []
    while (accept(',')) rest.push(sum())
    expect(')')
    return [first, ...rest]
  }

  function whole<T>(part: () => T): T {
    const found = part()
    if (next < tokens.length) throw unexpected()
    return found
  }

  function acceptWord(word: string): boolean {
    const isWord = tokens[next]?.kind === 'name' && tokens[next]?.text === word
    if (isWord) next++
    return isWord
  }

  function comparison(): ExpressionComparison {
    const left = sum()
    const sign = comparisonSigns.find(accept)
    if (sign === undefined)
      throw next < tokens.length
        ? unexpected()
        : new ParseError({ code: 'expression.noComparison' })
    return { left, sign, right: sum() }
  }

  function alternative(): readonly ExpressionComparison[] {
    const comparisons = [comparison()]
    while (acceptWord('and')) comparisons.push(comparison())
    return comparisons
  }

  function alternatives(): Condition {
    const condition = [alternative()]
    while (acceptWord('or')) condition.push(alternative())
    return condition
  }

  return { expression: () => whole(sum), condition: () => whole(alternatives) }
}

const isSpan = (part: Expression | Span): part is Span =>
  typeof part === 'object' && spanUnits.some((unit) => unit in part)
const endOf = (token: Token | undefined) => (token ? token.at + token.text.length : undefined)
