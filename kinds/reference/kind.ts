/** A reference: the id of a record of `to`. */
import * as z from 'zod/mini'
import { byName, common, name } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only } from '#model/kind.ts'
import type { OptionsWhere } from '#model/options-where.ts'
import { uuid } from '#model/value-schemas.ts'
import { checkOptions } from './options.ts'

export interface ReferenceOptions extends CommonOptions {
  readonly optionsWhere?: OptionsWhere
}
type Spec = Base<'reference', ReferenceOptions> & { readonly to: string }

const make = <const T extends string, const O extends ReferenceOptions = {}>(to: T, options?: Only<O, ReferenceOptions>) =>
  made<Base<'reference', O> & { readonly to: T }, string>({ kind: 'reference', to, options: options ?? ({} as O) })

export const reference: Kind<Spec, typeof make> = {
  make,
  options: { ...common, optionsWhere: byName(z.unknown()) },
  parts: { to: name },
  family: 'id',
  traits: ['column', 'order', 'whole', 'unique'],
  edits: ['set'],
  column: ({ to }) => ({ type: 'uuid', refersTo: { resource: to } }),
  schema: () => uuid(),
  sample: { field: make('departments', { optional: true }), refused: ['00000000-0000-7000-8000-000000000000', 'reference.unknown'] },
  example: () => null,
  file: { width: 28 },
  check({ to, options }, place) {
    checkOptions(to, options.optionsWhere, place)
  },
}
