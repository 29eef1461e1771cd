/** A date, `YYYY-MM-DD`. */
import * as z from 'zod/mini'
import { common, day, maybe, oneOf, optional } from '#model/checks/shape.ts'
import { checkExpression } from '#model/expression/check.ts'
import type { Expression } from '#model/expression/expression.ts'
import { type Base, type CommonOptions, type Kind, made, type Only } from '#model/kind.ts'
import { must } from '#model/value-schemas.ts'
import { today } from '#model/values/dates.ts'
import { dayFault, dayFaults } from '#model/values/read-date.ts'

export interface DateOptions extends CommonOptions {
  readonly min?: string
  readonly max?: string | 'today'
  /** A date, or an expression that is evaluated when a record is created: `{ add: [{ date: 'today' }, { days: 21 }] }`. */
  readonly default?: string | Exclude<Expression<never>, string | number>
}
type Spec = Base<'date', DateOptions>

const earliest = '1900-01-01'
const latest = '2999-12-31'
/** The latest allowed date. `now` is today's date, which replaces `max: 'today'`. */
const lastOf = ({ options: { max = latest } }: Spec, now: string) => (max === 'today' ? now : max)

const make = <const O extends DateOptions = {}>(options?: Only<O, DateOptions>) =>
  made<Base<'date', O>, string>({ kind: 'date', options: options ?? ({} as O) })

export const date: Kind<Spec, typeof make> = {
  make,
  options: { ...common, min: optional(day), max: optional(oneOf("a day nor 'today'", z.literal('today'), day)), default: maybe.value },
  family: 'date',
  traits: ['column', 'order', 'digits', 'whole', 'unique'],
  edits: ['set'],
  column: (spec) => ({ type: 'date', check: { between: [spec.options.min ?? earliest, lastOf(spec, latest)] } }),
  schema(spec) {
    const [min, max] = [spec.options.min ?? earliest, lastOf(spec, today(new Date()))]
    return z.string().check(
      ...dayFaults.map((fault) => must<string>((value) => dayFault(value) !== fault, fault)),
      must((value) => value >= min, 'date.tooEarly', { min }),
      must((value) => value <= max, 'date.tooLate', { max }),
    )
  },
  sample: {
    field: make({ max: '2030-12-31', optional: true }),
    values: ['2024-02-29', '2030-01-01'],
    refused: ['2031-01-01', 'date.tooLate'],
  },
  example: ({ options }) => (options.max === 'today' ? '2007-03-15' : (options.min ?? '2026-10-01')),
  file: { width: 12 },
  check({ options }, { fail }) {
    if (typeof options.default !== 'object') return
    const { type, faults, optional: mayBeNone } = checkExpression(options.default, {})
    if (faults.length > 0 || type !== 'day' || mayBeNone)
      fail("has a default that is no day whatever the record holds, such as { date: 'today' }", 'default')
  },
}
