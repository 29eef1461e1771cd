/** The id of a record of `to`. */
import * as z from 'zod/mini'
import { byName, common, name } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only } from '#model/kind.ts'
import type { Scalar } from '#model/predicate.ts'
import { uuid } from '#model/value-schemas.ts'

/** Condition that a referenced record must satisfy: each of its fields equals a value, or another field of this record. */
export type OptionsWhere = { readonly [field: string]: Exclude<Scalar, null> | { readonly value: string } }
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
  check({ to, options }, { all, resource, fail, faultOf, meant }) {
    const target = all[to]
    if (!target) return fail(`refers to the unknown resource ${to}${meant(to, Object.keys(all))}`)
    for (const [field, want] of Object.entries(options.optionsWhere ?? {})) {
      const asked = Object.hasOwn(target.fields, field) ? target.fields[field] : undefined
      if (!asked) {
        fail(`names the unknown field ${to}.${field}${meant(field, Object.keys(target.fields))}`, 'optionsWhere')
        continue
      }
      if (!target.list.filters?.includes(field)) fail(`needs ${to}.${field} among the filters of ${to}`, 'optionsWhere')
      if (typeof want === 'object') {
        const { value } = want
        if (!Object.hasOwn(resource.fields, value))
          fail(`reads the unknown field ${value}${meant(value, Object.keys(resource.fields))}`, 'optionsWhere')
        continue
      }
      const fault = faultOf(asked, want)
      if (fault) fail(`wants ${to}.${field} to be ${fault}`, 'optionsWhere')
    }
  },
}
