import * as z from 'zod/mini'
import { common, maybe } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only } from '#model/kind.ts'

export interface BooleanOptions extends CommonOptions {
  readonly default?: boolean
  /** "No" is the normal case, so only "yes" is shown. */
  readonly quiet?: true
}
type Spec = Base<'boolean', BooleanOptions>

const make = <const O extends BooleanOptions = {}>(options?: Only<O, BooleanOptions>) =>
  made<Base<'boolean', O>, boolean>({ kind: 'boolean', options: options ?? ({} as O) })

export const boolean: Kind<Spec, typeof make> = {
  make,
  options: { ...common, default: maybe.value, quiet: maybe.mark },
  family: 'boolean',
  traits: ['column', 'order', 'whole', 'switch'],
  edits: ['set'],
  column: () => ({ type: 'boolean' }),
  schema: () => z.boolean(),
  sample: { field: make({ optional: true }), values: [false, true], refused: ['yes', 'type.wrong'] },
  example: ({ options }) => options.default ?? true,
  file: { width: 10 },
}
