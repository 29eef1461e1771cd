/**
 * Structured JSON that only the program writes. No form, filter or list shows it; handwritten pages
 * read it.
 */
import * as z from 'zod/mini'
import { commonOptionsShape } from '../../checks/shape.ts'
import { type BaseSpec, type CommonOptions, type FieldType, typedSpec } from '../../field-type.ts'
import type { Role } from '../../vocabulary.ts'

type Spec = BaseSpec<'data', CommonOptions>

/** `Value` is the type of the JSON value. */
const make = <Value>({ read }: { readonly read?: readonly Role[] } = {}) =>
  typedSpec<BaseSpec<'data', { readonly optional: true; readonly write: readonly [] }>, Value>({
    type: 'data',
    options: { optional: true, write: [], ...(read && { read }) },
  })

export const data: FieldType<Spec, typeof make> = {
  make,
  options: commonOptionsShape,
  family: 'none',
  traits: [],
  edits: [],
  column: () => ({ type: 'json' }),
  schema: () => z.unknown(),
  sample: null,
  example: () => null,
}
