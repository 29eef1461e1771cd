import * as z from 'zod/mini'
import { commonOptionsShape, optionalSchemas } from '../../checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  typedSpec,
} from '../../field-type.ts'

export interface BooleanOptions extends CommonOptions {
  readonly default?: boolean
  /** "No" is the normal case, so only "yes" is shown. */
  readonly hideFalse?: true
}
type Spec = BaseSpec<'boolean', BooleanOptions>

const make = <const O extends BooleanOptions = {}>(options?: KnownKeysOnly<O, BooleanOptions>) =>
  typedSpec<BaseSpec<'boolean', O>, boolean>({ type: 'boolean', options: options ?? ({} as O) })

export const boolean: FieldType<Spec, typeof make> = {
  make,
  options: {
    ...commonOptionsShape,
    default: optionalSchemas.value,
    hideFalse: optionalSchemas.flag,
  },
  family: 'boolean',
  traits: ['listColumn', 'sortable', 'restorable', 'neverEmpty'],
  edits: ['set'],
  column: () => ({ type: 'boolean' }),
  schema: () => z.boolean(),
  sample: {
    field: make({ optional: true }),
    values: [false, true],
    refused: ['yes', 'type.wrong'],
  },
  example: ({ options }) => options.default ?? true,
  file: { width: 10 },
}
