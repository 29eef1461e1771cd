/** Structured JSON that only the program writes. No form, filter or list shows it; handwritten pages read it. */
import * as z from 'zod/mini'
import { common } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made } from '#model/kind.ts'
import type { Role } from '#model/vocabulary.ts'

type Spec = Base<'data', CommonOptions>

/** `Value` is the type of the JSON value. */
const make = <Value>({ read }: { readonly read?: readonly Role[] } = {}) =>
  made<Base<'data', { readonly optional: true; readonly write: readonly [] }>, Value>({
    kind: 'data',
    options: { optional: true, write: [], ...(read && { read }) },
  })

export const data: Kind<Spec, typeof make> = {
  make,
  options: common,
  family: 'none',
  traits: [],
  edits: [],
  column: () => ({ type: 'json' }),
  schema: () => z.unknown(),
  sample: null,
  example: () => null,
}
