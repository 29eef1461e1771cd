/** A moment: ISO 8601, UTC. */
import * as z from 'zod/mini'
import { common } from '#model/checks/shape.ts'
import { isRealInstant } from '#model/dates.ts'
import { type Base, type CommonOptions, type Kind, made, type Only } from '#model/kind.ts'
import { must } from '#model/value-schemas.ts'

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
  schema: () => z.string().check(must(isRealInstant, 'dateTime.unreal')),
  example: () => '2027-02-01T07:00:00.000Z',
  file: { width: 18 },
}
