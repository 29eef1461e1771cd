/** The records of `of` whose reference field `by` names this record: a tab on its page, no column and no value of its own. */
import * as z from 'zod/mini'
import { common, name } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made } from '#model/kind.ts'

type Spec = Base<'many', CommonOptions> & { readonly of: string; readonly by: string }

const make = <const T extends string>(of: T, by: string) =>
  made<Base<'many', { readonly write: readonly [] }> & { readonly of: T; readonly by: string }, never>({
    kind: 'many',
    of,
    by,
    options: { write: [] },
  })

export const many: Kind<Spec, typeof make> = {
  make,
  options: common,
  parts: { of: name, by: name },
  family: 'none',
  traits: [],
  edits: [],
  column: () => null,
  schema: () => z.never(),
  example: () => null,
  check({ of, by }, { all, resource, fail }) {
    const back = all[of]?.fields[by]
    if (back?.kind !== 'reference' || back.to !== resource.name) fail(`needs ${of}.${by} to refer back to ${resource.name}`)
    else if (!all[of]?.list.filters?.includes(by)) fail(`needs ${by} among the filters of ${of}`)
  },
}
