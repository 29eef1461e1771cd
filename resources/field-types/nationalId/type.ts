/** A Romanian personal number (CNP). Written in plain text and read masked; see `packages/server/sql/storage.ts`. A
 * complete number finds its record. */

import { commonOptionsShape } from '@matricola/schema/checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type EncryptedSpec,
  type FieldType,
  type KnownKeysOnly,
  typedSpec,
} from '@matricola/schema/field-type.ts'
import { refineWithCode } from '@matricola/schema/value-schemas.ts'
import { compactCode } from '@matricola/schema/values/characters.ts'
import * as z from 'zod/mini'
import {
  compactNationalId,
  findNationalIdError,
  nationalIdErrors,
} from '#resources/field-types/nationalId/national-id.ts'

type Spec = BaseSpec<'nationalId', CommonOptions>

const make = <const O extends CommonOptions = {}>(options?: KnownKeysOnly<O, CommonOptions>) =>
  typedSpec<BaseSpec<'nationalId', O> & EncryptedSpec, string>({
    type: 'nationalId',
    options: options ?? ({} as O),
  })

export const nationalId: FieldType<Spec, typeof make> = {
  make,
  options: commonOptionsShape,
  family: 'secret',
  traits: ['listColumn', 'sortable', 'restorable', 'unique'],
  edits: [],
  column: () => ({ type: 'text' }),
  schema: () =>
    z
      .string()
      .check(
        z.overwrite(compactNationalId),
        z.minLength(1),
        ...nationalIdErrors.map((error) =>
          refineWithCode<string>(
            (value) => findNationalIdError(value) !== error,
            `nationalId.${error}`,
          ),
        ),
      ),
  // Also if it is entered in groups, as printed on the identity card.
  valueOfSearch(text) {
    const number = compactCode(text)
    return findNationalIdError(number) === null ? number : null
  },
  revealedBy: /\b\d{13}\b/,
  sample: {
    field: make({ optional: true }),
    values: ['5070315700017', '6070315700019'],
    refused: ['507031570001x', 'nationalId.digits'],
  },
  example: () => null,
}
