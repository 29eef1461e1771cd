/** A phone number in E.164 form. */
import * as z from 'zod/mini'
import { commonOptionsShape } from '../../checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  typedSpec,
} from '../../field-type.ts'
import { refineWithCode } from '../../value-schemas.ts'
import { normalizeText } from '../../values/folding.ts'
import { parsePhone } from '../../values/phone.ts'

type Spec = BaseSpec<'phone', CommonOptions>

const make = <const O extends CommonOptions = {}>(options?: KnownKeysOnly<O, CommonOptions>) =>
  typedSpec<BaseSpec<'phone', O>, string>({ type: 'phone', options: options ?? ({} as O) })

export const phone: FieldType<Spec, typeof make> = {
  make,
  options: commonOptionsShape,
  family: 'ascii',
  traits: ['listColumn', 'sortable', 'restorable', 'unique'],
  edits: ['set'],
  column: () => ({ type: 'text', check: { length: 16 } }),
  schema: () =>
    z.string().check(
      z.overwrite((text) => parsePhone(text) ?? normalizeText(text)),
      z.minLength(1),
      refineWithCode((value) => parsePhone(value) !== null, 'phone.malformed'),
    ),
  sample: {
    field: make({ optional: true }),
    values: ['+40721000001', '+40721000002'],
    refused: ['12', 'phone.malformed'],
  },
  example: () => '+40740123456',
  /**
   * Written without a leading plus and with spaces, so that spreadsheets do not treat it as a
   * formula or a number.
   */
  cell: {
    write(value) {
      const number = String(value)
      const local = /^\+40(\d{3})(\d{3})(\d{3})$/.exec(number)
      const localFormat = local
        ? `0${local[1]} ${local[2]} ${local[3]}`
        : number.replace(/^\+/, '00 ')
      return parsePhone(localFormat) === number ? localFormat : number
    },
    // Restores the leading zero that a spreadsheet removed.
    read: (cell, isNumber) => (isNumber && /^\d{9}$/.test(cell) ? `0${cell}` : cell),
  },
  file: { width: 18 },
}
