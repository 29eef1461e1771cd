/**
 * Several records of `to`, unordered. Stored in a join table, whose foreign keys prevent deleting
 * them; `many` shows the other side.
 */
import * as z from 'zod/mini'
import {
  commonOptionsShape,
  nameText,
  optionalRecord,
  optionalSchemas,
} from '../../checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  typedSpec,
} from '../../field-type.ts'
import type { OptionsWhere } from '../../options-where.ts'
import { refineWithCode, uuidSchema } from '../../value-schemas.ts'
import { checkOptionsWhere } from '../reference/options-where.ts'

export interface LinksOptions extends CommonOptions {
  /** Maximum number of records; absent: 100. */
  readonly max?: number
  readonly optionsWhere?: OptionsWhere
}
type Spec = BaseSpec<'links', LinksOptions> & { readonly to: string }

const make = <const T extends string, const O extends LinksOptions = {}>(
  to: T,
  options?: KnownKeysOnly<O, LinksOptions>,
) =>
  typedSpec<BaseSpec<'links', O> & { readonly to: T }, readonly string[]>({
    type: 'links',
    to,
    options: options ?? ({} as O),
  })

/** Default and upper bound of `max`. */
const linkLimits = { defaultMax: 100, upperBound: 500 }
export const maxLinks = ({ options }: Spec) => options.max ?? linkLimits.defaultMax

export const links: FieldType<Spec, typeof make> = {
  make,
  options: {
    ...commonOptionsShape,
    max: optionalSchemas.number,
    optionsWhere: optionalRecord(z.unknown()),
  },
  parts: { to: nameText },
  family: 'ids',
  traits: ['listColumn', 'restorable', 'wideInput'],
  edits: ['set', 'add', 'remove'],
  column: () => ({ type: 'uuids' }),
  schema(spec) {
    const max = maxLinks(spec)
    // Sorted, because the order has no meaning: the same records are the same value.
    const idsSchema = z.array(uuidSchema()).check(
      z.overwrite((ids) => [...ids].sort()),
      refineWithCode((ids: readonly string[]) => new Set(ids).size === ids.length, 'set.repeated'),
      refineWithCode((ids: readonly string[]) => ids.length <= max, 'links.tooMany', { max }),
    )
    if (!spec.options.optional)
      return idsSchema.check(refineWithCode((ids: readonly string[]) => ids.length > 0, 'required'))
    return z.pipe(
      z.transform((value: unknown) => (Array.isArray(value) && value.length === 0 ? null : value)),
      z.nullable(idsSchema),
    )
  },
  sample: {
    field: make('users', { optional: true }),
    refused: [['00000000-0000-7000-8000-000000000000'], 'reference.unknown'],
  },
  example: () => null,
  file: { width: 40 },
  check(spec, context) {
    const { to, options } = spec
    const { resource, name, fail } = context
    if (!checkOptionsWhere(to, options.optionsWhere, context)) return
    const max = maxLinks(spec)
    if (!Number.isInteger(max) || max < 1 || max > linkLimits.upperBound)
      fail(`max ${max} must be a whole number from 1 to ${linkLimits.upperBound}`)
    if (options.unique) fail('links cannot be unique')
    if (resource.title.includes(name))
      fail(`links cannot be part of the title of "${resource.name}"`)
    if (resource.singleton) fail(`"${resource.name}" is a single record, which cannot have links`)
  },
}
