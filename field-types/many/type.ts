/**
 * The records of `of` whose field `by`, a reference or links, points to this record. It has no column and no value. It is shown
 * as a tab of the record's page, or, with `inForm`, as rows of its form.
 */
import * as z from 'zod/mini'
import { commonOptionsShape, nameText, optionalSchemas, strictShape } from '#model/checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type DeclaredResource,
  type FieldCheckContext,
  type FieldType,
  typedSpec,
} from '#model/field-type.ts'
import { maxPageSize } from '#model/vocabulary.ts'

/** How child rows are edited in the form of their record. They are stored in the same transaction as the record. */
export interface ChildRowsInForm {
  /** Maximum number of rows of a record. */
  readonly max: number
  /** An integer field of the rows that stores their order; absent: the order of their list. */
  readonly order?: string
  /** Effect on rows that the form omits: they are deactivated (`isActive`), or deleted except for their history. Absent: they stay. */
  readonly missing?: 'setAside' | 'remove'
}
type Spec = BaseSpec<'many', CommonOptions> & { readonly of: string; readonly by: string; readonly inForm?: ChildRowsInForm }

const make = <const T extends string>(of: T, by: string, { inForm }: { readonly inForm?: ChildRowsInForm } = {}) =>
  typedSpec<
    BaseSpec<'many', { readonly write: readonly [] }> & { readonly of: T; readonly by: string; readonly inForm?: ChildRowsInForm },
    never
  >({
    kind: 'many',
    of,
    by,
    ...(inForm && { inForm }),
    options: { write: [] },
  })

export const many: FieldType<Spec, typeof make> = {
  make,
  options: commonOptionsShape,
  parts: {
    of: nameText,
    by: nameText,
    inForm: z.optional(
      strictShape<ChildRowsInForm>({ max: z.number(), order: optionalSchemas.name, missing: z.optional(z.enum(['setAside', 'remove'])) }),
    ),
  },
  family: 'none',
  traits: [],
  edits: [],
  column: () => null,
  schema: () => z.never(),
  sample: null,
  example: () => null,
  check(spec, place) {
    const { of, by, inForm } = spec
    const { all, resource, fail, didYouMean: meant } = place
    const rows = all[of]
    const back = rows?.fields[by]
    if (!rows || (back?.kind !== 'reference' && back?.kind !== 'links') || back.to !== resource.name) {
      const suggestion = rows ? meant(by, Object.keys(rows.fields)) : meant(of, Object.keys(all))
      return fail(`needs ${of}.${by} to refer back to ${resource.name}${suggestion}`)
    }
    if (!rows.list.filters?.includes(by)) fail(`needs ${by} among the filters of ${of}`)
    if (inForm && back.kind === 'links')
      return fail(`has rows that ${of}.${by} shares with other records, and a form holds its own alone`, 'inForm')
    if (inForm) checkInForm({ of, inForm }, rows, place)
  },
}

interface ChildRows {
  readonly of: string
  readonly inForm: ChildRowsInForm
}

function checkInForm(
  { of, inForm }: ChildRows,
  rows: DeclaredResource,
  { resource, name, fail: report, didYouMean: meant }: FieldCheckContext,
): void {
  const fail = (problem: string) => report(problem, 'inForm')
  const { max, missing, order } = inForm
  if (!Number.isInteger(max) || max < 1 || max > maxPageSize) fail(`has max ${max}, and takes 1 to ${maxPageSize} rows`)
  if (missing === 'setAside' && rows.fields.isActive?.kind !== 'boolean') fail(`sets rows aside, and ${of} has no isActive that says so`)
  if (missing === 'setAside' && !rows.list.filters?.includes('isActive'))
    fail(`sets rows aside, and needs isActive among the filters of ${of}`)
  if (!Object.values(resource.sections).flat(2).includes(name))
    fail(`is edited in the form, and needs ${name} in a section of ${resource.name}`)
  if (resource.single) fail(`is of ${resource.name}, which is one record only`)
  if (Object.values(rows.fields).some((inner) => 'inForm' in inner))
    fail(`has rows of ${of}, whose form has rows of its own: one level is enough for a form`)
  if (order === undefined) return
  const kept = Object.hasOwn(rows.fields, order) ? rows.fields[order] : undefined
  if (!kept) fail(`is ordered by the unknown field ${of}.${order}${meant(order, Object.keys(rows.fields))}`)
  else if (kept.kind !== 'integer') fail(`is ordered by ${of}.${order}, which is no integer`)
  else if (Number(kept.options.min) > 1 || Number(kept.options.max) < max)
    fail(`is ordered by ${of}.${order}, which has no room for 1 to ${max}`)
  if (kept?.options.unique || rows.unique?.some((group) => group.includes(order)))
    fail(`is ordered by ${of}.${order}, which must not be unique: rows change places`)
  if (!rows.list.sort.includes(order)) fail(`is ordered by ${of}.${order}, which the list of ${of} is not sorted by`)
}
