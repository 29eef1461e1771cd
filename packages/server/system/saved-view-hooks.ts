import { isGranted, readableFields } from '@matricola/schema/access.ts'
import { isEncrypted } from '@matricola/schema/field.ts'
import { currentName } from '@matricola/schema/former-names.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { SavedViews } from '@matricola/schema/system/system-resources.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { formatColumn, parseColumn } from '@matricola/schema/wire/list-columns.ts'
import type { Context } from '../context.ts'
import { derivePermit, type Permit } from '../policy/permit.ts'
import { resourceForLists } from '../records/dynamic-resource.ts'
import { changesAnyOf, type Hooks, prepareEach, type WriteDraft } from '../records/hooks.ts'
import { conditionSql } from '../records/reading/page.ts'
import { type CheckedQuery, parseListQuery } from '../records/reading/parse-list-query.ts'
import { Parameters } from '../sql/parameters.ts'
import type { Values } from '../sql/storage.ts'
import { savedViews } from '../sql/system-tables.ts'
import { expr, pick, runStatement, sql, table } from '../sql/typed.ts'

const savedView = table(savedViews)

/** Maximum number of active views per user and list. */
const maxViews = 30

/**
 * Saved views. A view belongs to the user who created it and must be a query that this user may
 * run. Views must not contain personal numbers, since they are stored unencrypted. Throws
 * `input.invalid`.
 */
export function savedViewHooks(context: Context): Hooks<SavedViews> {
  async function checkView({ permit, before, changed, record }: WriteDraft<SavedViews>) {
    const target = await resourceForLists(
      context,
      getListResource(context.registry, record, permit.role),
    )
    if (changesAnyOf(changed, 'list', 'address', 'columns'))
      checkContent(context, permit, target, record)
    if (record.isActive === true && before?.values.isActive !== true)
      await assertBelowMaxViews(context, permit, target)
  }
  return {
    prepare: prepareEach(async (write) => {
      const { before, permit } = write
      if (!before && !permit.caller) throw new AppError('access.denied')
      await checkView(write)
      return before ? undefined : { set: { ownerId: permit.caller?.id } }
    }),
  }
}

function getListResource(registry: Registry, { list }: Values, role: Role): AnyResource {
  const target = registry.find(String(list))
  if (!target || target.singleton || !isGranted(target, role, 'read'))
    throw fieldError('list', 'view.unknown')
  return target
}

const fieldError = (field: string, code: string) => invalidInput({ [field]: [{ code }] })

function checkContent(context: Context, permit: Permit, target: AnyResource, record: Values): void {
  const query = findViewQuery(target, permit.role, record)
  if (!query) throw fieldError('address', 'view.unknown')
  if (containsSecret(context, target, query)) throw fieldError('address', 'view.secret')
  const readPermit = derivePermit(permit, target, 'read')
  if (!readPermit || !hasValidFilters(context, readPermit, query))
    throw fieldError('address', 'view.unknown')
  const readable = readableFields(target, permit.role)
  const isKnown = (entry: string) =>
    readable.includes(currentName(target, parseColumn(entry).name)) &&
    formatColumn(parseColumn(entry)) === entry
  if (!columnsOf(record).every(isKnown)) throw fieldError('columns', 'view.unknown')
}

const columnsOf = ({ columns }: Values) => (typeof columns === 'string' ? columns.split(',') : [])

/** Returns the query of a view; null if it is invalid or the role may not run it. */
export function findViewQuery(
  target: AnyResource,
  role: Role,
  { address }: Values,
): CheckedQuery | null {
  const params = new URLSearchParams(typeof address === 'string' ? address : '')
  const names = [...params.keys()]
  if (new Set(names).size !== names.length) return null
  try {
    return parseListQuery(target, role, Object.fromEntries(params))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Whether every filter has a valid value for its field. */
export function hasValidFilters(
  { keys }: Pick<Context, 'keys'>,
  readPermit: Permit,
  query: CheckedQuery,
): boolean {
  try {
    conditionSql({ keys }, readPermit, query, new Parameters())
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * Whether a query filters by an encrypted field, or contains a text that looks like the value of
 * one.
 */
const containsSecret = (
  { registry }: Pick<Context, 'registry'>,
  target: AnyResource,
  { filters, search }: CheckedQuery,
) =>
  filters.some(
    ([name]) => Object.hasOwn(target.fields, name) && isEncrypted(fieldOf(target, name)),
  ) ||
  [search, ...filters.map(([, value]) => value)].some((text) =>
    Object.values(registry.fieldTypes).some(({ revealedBy }) => revealedBy?.test(text)),
  )

async function assertBelowMaxViews(
  { database }: Context,
  { caller }: Permit,
  target: AnyResource,
): Promise<void> {
  const [row] = await runStatement(
    database,
    sql`SELECT ${pick({ number: expr<number>`count(*)::int` })} FROM ${savedView}
     WHERE ${savedView.ownerId} = ${caller?.id ?? null}::uuid AND ${savedView.list} = ${target.name} AND ${savedView.isActive}`,
  )
  if ((row?.number ?? 0) >= maxViews)
    throw invalidInput({ name: [{ code: 'view.tooMany', params: { max: maxViews } }] })
}
