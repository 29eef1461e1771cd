/** A reference: the id of a record of `to`. */
import * as z from 'zod/mini'
import { commonOptionsShape, nameText, optionalRecord } from '../../checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  typedSpec,
} from '../../field-type.ts'
import type { OptionsWhere } from '../../options-where.ts'
import { uuidSchema } from '../../value-schemas.ts'
import { checkOptionsWhere } from './options-where.ts'

export interface ReferenceOptions extends CommonOptions {
  readonly optionsWhere?: OptionsWhere
}
type Spec = BaseSpec<'reference', ReferenceOptions> & { readonly to: string }

const make = <const T extends string, const O extends ReferenceOptions = {}>(
  to: T,
  options?: KnownKeysOnly<O, ReferenceOptions>,
) =>
  typedSpec<BaseSpec<'reference', O> & { readonly to: T }, string>({
    type: 'reference',
    to,
    options: options ?? ({} as O),
  })

export const reference: FieldType<Spec, typeof make> = {
  make,
  options: { ...commonOptionsShape, optionsWhere: optionalRecord(z.unknown()) },
  parts: { to: nameText },
  family: 'id',
  traits: ['listColumn', 'sortable', 'restorable', 'unique'],
  edits: ['set'],
  column: ({ to }) => ({ type: 'uuid', refersTo: { resource: to } }),
  schema: () => uuidSchema(),
  sample: {
    field: make('users', { optional: true }),
    refused: ['00000000-0000-7000-8000-000000000000', 'reference.unknown'],
  },
  example: () => null,
  file: { width: 28 },
  check({ to, options }, context) {
    checkOptionsWhere(to, options.optionsWhere, context)
  },
}
