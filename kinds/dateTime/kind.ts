/** An instant in ISO 8601, UTC. */
import * as z from 'zod/mini'
import { common } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only } from '#model/kind.ts'
import { must } from '#model/value-schemas.ts'
import { momentFault, momentFaults } from '#model/values/read-date.ts'

type Spec = Base<'dateTime', CommonOptions>

const make = <const O extends CommonOptions = {}>(options?: Only<O, CommonOptions>) =>
  made<Base<'dateTime', O>, string>({ kind: 'dateTime', options: options ?? ({} as O) })

export const dateTime: Kind<Spec, typeof make> = {
  make,
  options: common,
  family: 'instant',
  traits: ['column', 'order', 'digits', 'whole', 'unique'],
  edits: ['set'],
  column: () => ({ type: 'instant' }),
  schema: () => z.string().check(...momentFaults.map((fault) => must<string>((value) => momentFault(value) !== fault, fault))),
  sample: {
    field: make({ optional: true }),
    values: ['2026-03-29T01:30:00.000Z', '2026-10-25T00:30:00.000Z'],
    refused: ['2026-02-30T10:00:00.000Z', 'dateTime.unreal'],
  },
  example: () => '2027-02-01T07:00:00.000Z',
  file: { width: 18 },
}
