/**
 * The records of `of` whose field `by`, a reference or links, points to this record. It has no
 * column and no value. It is shown as a tab of the record's page, or, with `inForm`, as rows of its
 * form.
 */
import * as z from 'zod/mini'
import { commonOptionsShape, nameText, optionalSchemas, strictShape } from '../../checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type DeclaredResource,
  type FieldCheckContext,
  type FieldType,
  typedSpec,
} from '../../field-type.ts'
import { maxPageSize } from '../../vocabulary.ts'

/**
 * How child rows are edited in the form of their record. They are stored in the same transaction as
 * the record.
 */
export interface ChildRowsInForm {
  /** Maximum number of rows of a record. */
  readonly max: number
  /** An integer field of the rows that stores their order; absent: the order of their list. */
  readonly order?: string
  /**
   * Effect on rows that the form omits: they are deactivated (`isActive`), or deleted except for
   * their history. Absent: they stay.
   */
  readonly missing?: 'deactivate' | 'remove'
}
type Spec = BaseSpec<'many', CommonOptions> & {
  readonly of: string
  readonly by: string
  readonly inForm?: ChildRowsInForm
}

const make = <const T extends string>(
  of: T,
  by: string,
  { inForm }: { readonly inForm?: ChildRowsInForm } = {},
) =>
  typedSpec<
    BaseSpec<'many', { readonly write: readonly [] }> & {
      readonly of: T
      readonly by: string
      readonly inForm?: ChildRowsInForm
    },
    never
  >({
    type: 'many',
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
      strictShape<ChildRowsInForm>({
        max: z.number(),
        order: optionalSchemas.name,
        missing: z.optional(z.enum(['deactivate', 'remove'])),
      }),
    ),
  },
  family: 'none',
  traits: [],
  edits: [],
  column: () => null,
  schema: () => z.never(),
  sample: null,
  example: () => null,
  check(spec, context) {
    const { of, by, inForm } = spec
    const { all, resource, fail, didYouMean } = context
    const rows = all[of]
    const parentField = rows?.fields[by]
    if (
      !rows ||
      (parentField?.type !== 'reference' && parentField?.type !== 'links') ||
      parentField.to !== resource.name
    ) {
      const suggestion = rows
        ? didYouMean(by, Object.keys(rows.fields))
        : didYouMean(of, Object.keys(all))
      return fail(`"${of}.${by}" must be a reference to "${resource.name}"${suggestion}`)
    }
    if (!rows.list.filters?.includes(by)) fail(`add "${by}" to list.filters of "${of}"`)
    if (inForm && parentField.type === 'links')
      return fail(
        `"${of}.${by}" links rows to several records, and a form can only edit rows of one record. Use a reference.`,
        'inForm',
      )
    if (inForm) checkInForm({ of, inForm }, rows, context)
  },
}

interface ChildRows {
  readonly of: string
  readonly inForm: ChildRowsInForm
}

function checkInForm(
  { of, inForm }: ChildRows,
  rows: DeclaredResource,
  { resource, name, fail: report, didYouMean }: FieldCheckContext,
): void {
  const fail = (problem: string) => report(problem, 'inForm')
  const { max, missing, order } = inForm
  if (!Number.isInteger(max) || max < 1 || max > maxPageSize)
    fail(`max ${max} must be a whole number from 1 to ${maxPageSize}`)
  if (missing === 'deactivate' && rows.fields.isActive?.type !== 'boolean')
    fail(`missing: 'deactivate' requires a boolean field isActive in "${of}"`)
  if (missing === 'deactivate' && !rows.list.filters?.includes('isActive'))
    fail(`missing: 'deactivate' requires "isActive" in list.filters of "${of}"`)
  if (!Object.values(resource.sections).flat(2).includes(name))
    fail(`add "${name}" to a section of "${resource.name}"`)
  if (resource.singleton)
    fail(`"${resource.name}" is a single record, which cannot have child rows`)
  if (Object.values(rows.fields).some((inner) => 'inForm' in inner))
    fail(`the form of "${of}" has child rows too. Forms support one level.`)
  if (order === undefined) return
  const orderField = Object.hasOwn(rows.fields, order) ? rows.fields[order] : undefined
  if (!orderField)
    fail(`unknown order field "${of}.${order}"${didYouMean(order, Object.keys(rows.fields))}`)
  else if (orderField.type !== 'integer') fail(`order field "${of}.${order}" must be an integer`)
  else if (Number(orderField.options.min) > 1 || Number(orderField.options.max) < max)
    fail(`order field "${of}.${order}" must allow 1 to ${max}`)
  if (orderField?.options.unique || rows.unique?.some((group) => group.includes(order)))
    fail(`order field "${of}.${order}" must not be unique, because rows change places`)
  if (!rows.list.sort.includes(order)) fail(`add order field "${order}" to list.sort of "${of}"`)
}
