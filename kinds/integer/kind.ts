import * as z from 'zod/mini'
import { type Base, type Kind, made, type Only } from '#model/kind.ts'
import { type NumberOptions, numberWords, someNumber } from '#model/number-options.ts'

type Spec = Base<'integer', NumberOptions>

const make = <const O extends NumberOptions>(options: Only<O, NumberOptions>) =>
  made<Base<'integer', O>, number>({ kind: 'integer', options })

export const integer: Kind<Spec, typeof make> = {
  make,
  options: numberWords,
  family: 'number',
  traits: ['column', 'order', 'digits', 'whole', 'unique'],
  edits: ['set', 'increase'],
  column: ({ options }) => ({ type: 'integer', check: { between: [options.min, options.max] } }),
  schema: ({ options }) => z.int().check(z.gte(options.min), z.lte(options.max)),
  sample: { field: make({ min: 0, max: 1000, optional: true }), values: [7, 40], refused: [1001, 'number.tooLarge'] },
  example: someNumber,
  file: { width: 10 },
}
