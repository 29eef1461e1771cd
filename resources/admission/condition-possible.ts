/** Whether a condition of an application form can hold at all. */
import type { FieldSpec } from '@matricola/schema/field.ts'
import {
  type CallerIdentity,
  comparisonsOf,
  evaluate,
  isAnd,
  isExpressionComparison,
  isNot,
  isOr,
  type Predicate,
} from '@matricola/schema/predicate.ts'
import { daysAfter, isRealDate } from '@matricola/schema/values/dates.ts'

/** Above this number of combinations of values, a condition counts as possible. */
const maxCombinations = 20_000
const noCaller = { id: '', role: '' } as const satisfies CallerIdentity

/**
 * Whether some values of the fields satisfy the condition. Fields are taken as independent of each
 * other, so a condition that only their relation makes impossible counts as possible. Fields in
 * `absent` have no value.
 */
export function isPossible(
  condition: Predicate,
  fields: { readonly [name: string]: FieldSpec },
  absent: ReadonlySet<string>,
): boolean {
  const compared = comparedValues(condition)
  const names = [...compared.keys()]
  const candidates = names.map((name) =>
    absent.has(name) ? [null] : candidateValues(fields[name], compared.get(name) ?? []),
  )
  const count = candidates.reduce((product, values) => product * values.length, 1)
  if (count > maxCombinations) return true
  for (let index = 0; index < count; index++) {
    let rest = index
    const record = Object.fromEntries(
      names.map((name, position) => {
        const values = candidates[position] ?? []
        const value = values[rest % values.length]
        rest = Math.floor(rest / values.length)
        return [name, value]
      }),
    )
    if (evaluate(condition, record, noCaller)) return true
  }
  return false
}

/** The values that each field is compared with. */
function comparedValues(condition: Predicate): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>()
  const visit = (part: Predicate): void => {
    if (isAnd(part)) for (const one of part.and) visit(one)
    else if (isOr(part)) for (const one of part.or) visit(one)
    else if (isNot(part)) visit(part.not)
    else if (!isExpressionComparison(part))
      for (const [name, comparison] of comparisonsOf(part))
        found.set(name, [...(found.get(name) ?? []), ...Object.values(comparison).flat()])
  }
  visit(condition)
  return found
}

/** Values on both sides of each compared value, as far as the field can have them. */
function candidateValues(spec: FieldSpec | undefined, compared: readonly unknown[]): unknown[] {
  if (!spec) return [null]
  if (spec.type === 'boolean') return [null, true, false]
  if ('choices' in spec && spec.type === 'choice') return [null, ...Object.keys(spec.choices)]
  const values = compared.filter((value) => typeof value !== 'boolean')
  if (spec.type === 'set' || spec.type === 'links')
    return [
      null,
      [],
      values,
      ...values.map((value) => [value]),
      ...values.map((value) => values.filter((other) => other !== value)),
    ]
  if ('min' in spec.options && typeof spec.options.min === 'number') {
    const { min, max } = spec.options as { readonly min: number; readonly max: number }
    const numbers = values.flatMap((value) =>
      typeof value === 'number'
        ? [value, value - 0.0001, value + 0.0001, value - 1, value + 1]
        : [],
    )
    const fits = (value: number) =>
      value >= min && value <= max && (spec.type !== 'integer' || Number.isInteger(value))
    return [null, min, max, ...numbers.filter(fits)]
  }
  const texts = values.map(String)
  const days = texts.filter((text) => isRealDate(text))
  return [
    null,
    'other',
    ...texts,
    ...days.flatMap((day) => [daysAfter(day, -1), daysAfter(day, 1)]),
    texts.join(' '),
  ]
}
