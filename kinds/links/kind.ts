/** Several records of `to`, unordered. Stored in a join table, whose foreign keys prevent deleting them; `many` shows the other side. */
import * as z from 'zod/mini'
import { byName, common, maybe, name } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only } from '#model/kind.ts'
import type { OptionsWhere } from '#model/options-where.ts'
import { must, uuid } from '#model/value-schemas.ts'
import { checkOptions } from '../reference/options.ts'

export interface LinksOptions extends CommonOptions {
  /** Maximum number of records; absent: 100. */
  readonly max?: number
  readonly optionsWhere?: OptionsWhere
}
type Spec = Base<'links', LinksOptions> & { readonly to: string }

const make = <const T extends string, const O extends LinksOptions = {}>(to: T, options?: Only<O, LinksOptions>) =>
  made<Base<'links', O> & { readonly to: T }, readonly string[]>({ kind: 'links', to, options: options ?? ({} as O) })

/** Default and upper bound of `max`. */
const most = { usual: 100, possible: 500 }
export const mostLinks = ({ options }: Spec) => options.max ?? most.usual

export const links: Kind<Spec, typeof make> = {
  make,
  options: { ...common, max: maybe.number, optionsWhere: byName(z.unknown()) },
  parts: { to: name },
  family: 'ids',
  traits: ['column', 'whole', 'wide'],
  edits: ['set', 'add', 'remove'],
  column: () => ({ type: 'uuids' }),
  schema(spec) {
    const max = mostLinks(spec)
    // Sorted, because the order has no meaning: the same records are the same value.
    const several = z.array(uuid()).check(
      z.overwrite((ids) => [...ids].sort()),
      must((ids: readonly string[]) => new Set(ids).size === ids.length, 'set.repeated'),
      must((ids: readonly string[]) => ids.length <= max, 'links.tooMany', { max }),
    )
    if (!spec.options.optional) return several.check(must((ids: readonly string[]) => ids.length > 0, 'required'))
    return z.pipe(
      z.transform((value: unknown) => (Array.isArray(value) && value.length === 0 ? null : value)),
      z.nullable(several),
    )
  },
  sample: { field: make('departments', { optional: true }), refused: [['00000000-0000-7000-8000-000000000000'], 'reference.unknown'] },
  example: () => null,
  file: { width: 40 },
  check(spec, place) {
    const { to, options } = spec
    const { resource, name, fail } = place
    if (!checkOptions(to, options.optionsWhere, place)) return
    const max = mostLinks(spec)
    if (!Number.isInteger(max) || max < 1 || max > most.possible) fail(`has max ${max}, and takes 1 to ${most.possible} records`)
    if (options.unique) fail('is unique, and which records others name is nothing to be unique by')
    if (resource.title.includes(name)) fail(`names several records, and cannot stand in the title of ${resource.name}`)
    if (resource.single) fail(`is of ${resource.name}, which is one record only`)
  },
}
