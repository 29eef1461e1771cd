/** A Romanian personal number (CNP). Written in plain text and read masked; see `server/engine/sql/storage.ts`. */
import * as z from 'zod/mini'
import { common } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only } from '#model/kind.ts'
import { must } from '#model/value-schemas.ts'
import { compactNationalId, nationalIdFault, nationalIdFaults } from '#model/values/national-id.ts'

type Spec = Base<'nationalId', CommonOptions>

const make = <const O extends CommonOptions = {}>(options?: Only<O, CommonOptions>) =>
  made<Base<'nationalId', O>, string>({ kind: 'nationalId', options: options ?? ({} as O) })

export const nationalId: Kind<Spec, typeof make> = {
  make,
  options: common,
  family: 'secret',
  traits: ['column', 'order', 'whole', 'unique'],
  edits: [],
  column: () => ({ type: 'text' }),
  schema: () =>
    z
      .string()
      .check(
        z.overwrite(compactNationalId),
        z.minLength(1),
        ...nationalIdFaults.map((fault) => must<string>((value) => nationalIdFault(value) !== fault, `nationalId.${fault}`)),
      ),
  sample: { field: make({ optional: true }), values: ['5070315700017', '6070315700019'], refused: ['507031570001x', 'nationalId.digits'] },
  example: () => null,
}
