/** Random expressions over fields of known types. */

import type { KnownFields } from '@matricola/schema/expression/check.ts'
import { type Expression, maxDepth, type Span } from '@matricola/schema/expression/expression.ts'
import fc from 'fast-check'

interface Typed {
  readonly number: Expression
  readonly day: Expression
  readonly text: Expression
  readonly span: Span
  readonly any: Expression
}

/**
 * Generates any valid expression over the fields, in the form the parser would produce: no operator
 * has fewer operands than it needs.
 */
export function anyExpression(known: KnownFields): fc.Arbitrary<Expression> {
  const fields = (type: string) =>
    fc.constantFrom(...Object.keys(known).filter((name) => known[name]?.type === type))
  const number = fc.oneof(
    fc.integer({ min: -12, max: 12 }),
    fc.constantFrom(0, 0.1, 0.2, 0.5, -0.125, 1.15, 2.005, 0.000001, 1e9, 99999.99),
  )
  const { any } = fc.letrec<Typed>((tie) => {
    const day = tie('day') as fc.Arbitrary<Expression>
    const span = tie('span') as fc.Arbitrary<Span>
    const two = (type: keyof Typed) =>
      fc.tuple(tie(type), tie(type)) as fc.Arbitrary<[Expression, Expression]>
    const pick = (type: keyof Typed) =>
      fc.array(tie(type) as fc.Arbitrary<Expression>, {
        minLength: 1,
        maxLength: 3,
      }) as fc.Arbitrary<[Expression, ...Expression[]]>
    const limits = { maxDepth: 4, withCrossShrink: true } as const
    return {
      number: fc.oneof(
        limits,
        fields('number'),
        number,
        fc
          .array(tie('number'), { minLength: 2, maxLength: 3 })
          .map((add) => ({ add }) as unknown as Expression),
        two('number').map((subtract) => ({ subtract })),
        two('number').map((multiply) => ({ multiply })),
        two('number').map((divide) => ({ divide })),
        pick('number').map((min) => ({ min })),
        pick('number').map((max) => ({ max })),
        pick('number').map((first) => ({ first })),
        fc
          .tuple(tie('number') as fc.Arbitrary<Expression>, fc.integer({ min: 0, max: 4 }))
          .map(([round, decimals]) => ({ round, decimals })),
        fc
          .tuple(tie('number') as fc.Arbitrary<Expression>, fc.integer({ min: 0, max: 4 }))
          .map(([cut, decimals]) => ({ cut, decimals })),
        two('day').map((subtract) => ({ subtract })),
      ),
      day: fc.oneof(
        limits,
        fields('day'),
        fc.constant<Expression>({ date: 'today' }),
        fc.tuple(day, span).map(([date, one]): Expression => ({ add: [date, one] })),
        fc
          .tuple(day, span, span)
          .map(([date, ...spans]): Expression => ({ add: [date, ...spans] })),
        fc.tuple(day, span).map(([date, one]): Expression => ({ subtract: [date, one] })),
        pick('day').map((min) => ({ min })),
        pick('day').map((first) => ({ first })),
      ),
      text: fc.oneof(
        limits,
        fields('text'),
        fc.constantFrom('-', 'Dr. "x"', "l'Est").map((text) => ({ text })),
        fc.tuple(pick('text'), fc.constantFrom(' ', '', ', ')).map(([join, by]) => ({ join, by })),
        pick('text').map((first) => ({ first })),
      ),
      span: fc
        .tuple(fc.constantFrom('years', 'months', 'days'), tie('number'))
        .map(([unit, count]) => ({ [unit]: count }) as unknown as Span),
      any: fc.oneof(tie('number'), tie('day'), tie('text')) as fc.Arbitrary<Expression>,
    }
  })
  return any.filter((expression) => depthOf(expression) < maxDepth - 4)
}

const depthOf = (part: unknown): number =>
  typeof part === 'object' && part !== null
    ? 1 + Math.max(0, ...Object.values(part).flat().map(depthOf))
    : 0
