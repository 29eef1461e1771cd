/** A date, `YYYY-MM-DD`. */
import * as z from 'zod/mini'
import {
  commonOptionsShape,
  daySchema,
  oneOf,
  optional,
  optionalSchemas,
} from '../../checks/shape.ts'
import { checkExpression } from '../../expression/check.ts'
import type { Expression } from '../../expression/expression.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  languagesOf,
  typedSpec,
} from '../../field-type.ts'
import { refineWithCode } from '../../value-schemas.ts'
import { today } from '../../values/dates.ts'
import { dayErrorCodes, findDayError } from '../../values/parse-date.ts'

export interface DateOptions extends CommonOptions {
  readonly min?: string
  readonly max?: string | 'today'
  /**
   * A date, or an expression that is evaluated when a record is created: `{ add: [{ date: 'today'
   * }, { days: 21 }] }`.
   */
  readonly default?: string | Exclude<Expression<never>, string | number>
}
type Spec = BaseSpec<'date', DateOptions>

const earliest = '1900-01-01'
const latest = '2999-12-31'
/** The latest allowed date. `now` is today's date, which replaces `max: 'today'`. */
const latestDay = ({ options: { max = latest } }: Spec, now: string) =>
  max === 'today' ? now : max

const make = <const O extends DateOptions = {}>(options?: KnownKeysOnly<O, DateOptions>) =>
  typedSpec<BaseSpec<'date', O>, string>({ type: 'date', options: options ?? ({} as O) })

export const date: FieldType<Spec, typeof make> = {
  make,
  options: {
    ...commonOptionsShape,
    min: optional(daySchema),
    max: optional(oneOf("a date or 'today'", z.literal('today'), daySchema)),
    default: optionalSchemas.value,
  },
  family: 'date',
  traits: ['listColumn', 'sortable', 'endAligned', 'restorable', 'unique'],
  edits: ['set'],
  column: (spec) => ({
    type: 'date',
    check: { between: [spec.options.min ?? earliest, latestDay(spec, latest)] },
  }),
  schema(spec) {
    const [min, max] = [spec.options.min ?? earliest, latestDay(spec, today(new Date()))]
    return z.string().check(
      ...dayErrorCodes.map((code) =>
        refineWithCode<string>((value) => findDayError(value, languagesOf(spec)) !== code, code),
      ),
      refineWithCode((value) => value >= min, 'date.tooEarly', { min }),
      refineWithCode((value) => value <= max, 'date.tooLate', { max }),
    )
  },
  sample: {
    field: make({ max: '2030-12-31', optional: true }),
    values: ['2024-02-29', '2030-01-01'],
    refused: ['2031-01-01', 'date.tooLate'],
  },
  example: ({ options }) =>
    options.max === 'today' ? '2007-03-15' : (options.min ?? '2026-10-01'),
  file: { width: 12 },
  check({ options }, { fail }) {
    if (typeof options.default !== 'object') return
    const { type, errors, optional: isOptional } = checkExpression(options.default, {})
    if (errors.length > 0 || type !== 'day' || isOptional)
      fail(
        "must be an expression that is a date for every record, such as { date: 'today' }",
        'default',
      )
  },
}
