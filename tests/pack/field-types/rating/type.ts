/** A rating from one star to a maximum: a custom field type. */

import { commonOptionsShape } from '@matricola/schema/checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  typedSpec,
} from '@matricola/schema/field-type.ts'
import * as z from 'zod/mini'

export interface RatingOptions extends CommonOptions {
  readonly stars: number
}
type Spec = BaseSpec<'rating', RatingOptions>

const make = <const O extends RatingOptions>(options: KnownKeysOnly<O, RatingOptions>) =>
  typedSpec<BaseSpec<'rating', O>, number>({ type: 'rating', options })

export const rating: FieldType<Spec, typeof make> = {
  make,
  options: { ...commonOptionsShape, stars: z.number() },
  family: 'number',
  traits: ['listColumn', 'sortable', 'endAligned', 'restorable', 'unique'],
  edits: ['set', 'increase'],
  column: ({ options }) => ({ type: 'integer', check: { between: [1, options.stars] } }),
  schema: ({ options }) => z.int().check(z.gte(1), z.lte(options.stars)),
  sample: {
    field: make({ stars: 5, optional: true }),
    values: [2, 4],
    refused: [6, 'number.tooLarge'],
  },
  example: ({ options }) => options.stars,
  check({ options }, { fail }) {
    if (options.stars < 2) fail('has fewer than two stars, so there is nothing to choose')
  },
}
