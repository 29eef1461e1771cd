/** An instant in ISO 8601, UTC. */
import * as z from 'zod/mini'
import { commonOptionsShape } from '../../checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  languagesOf,
  typedSpec,
} from '../../field-type.ts'
import { refineWithCode } from '../../value-schemas.ts'
import { findInstantError, instantErrorCodes } from '../../values/parse-date.ts'

type Spec = BaseSpec<'dateTime', CommonOptions>

const make = <const O extends CommonOptions = {}>(options?: KnownKeysOnly<O, CommonOptions>) =>
  typedSpec<BaseSpec<'dateTime', O>, string>({ type: 'dateTime', options: options ?? ({} as O) })

export const dateTime: FieldType<Spec, typeof make> = {
  make,
  options: commonOptionsShape,
  family: 'instant',
  traits: ['listColumn', 'sortable', 'endAligned', 'restorable', 'unique'],
  edits: ['set'],
  column: () => ({ type: 'instant' }),
  schema: (spec) =>
    z
      .string()
      .check(
        ...instantErrorCodes.map((code) =>
          refineWithCode<string>(
            (value) => findInstantError(value, languagesOf(spec)) !== code,
            code,
          ),
        ),
      ),
  sample: {
    field: make({ optional: true }),
    values: ['2026-03-29T01:30:00.000Z', '2026-10-25T00:30:00.000Z'],
    refused: ['2026-02-30T10:00:00.000Z', 'dateTime.unreal'],
  },
  example: () => '2027-02-01T07:00:00.000Z',
  file: { width: 18 },
}
