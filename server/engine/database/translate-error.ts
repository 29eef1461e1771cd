/** Translates database errors to errors of the API. Only this file interprets SQLSTATE codes for callers. */

import { familyOf } from '#model/field.ts'
import { columnEntries } from '#model/resource.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import { allResources } from '#resources/index.ts'
import { columnOf } from './columns.ts'
import { isDamage } from './damage.ts'
import { uniqueGroups } from './keys.ts'
import { refusalOf } from './meanings.ts'
import { columnNameOf, foreignKeyNameOf, keptName, linkKeyNameOf, shapeNameOf, tableNameOf, uniqueNameOf } from './names.ts'

interface DatabaseFault {
  readonly code?: unknown
  readonly constraint?: unknown
  readonly table?: unknown
  readonly column?: unknown
  readonly detail?: unknown
  readonly syscall?: unknown
}

const fieldsByColumn = new Map<string, string>()
const fieldsByConstraint = new Map<string, readonly string[]>()
const know = (constraint: string, fields: readonly string[]) => fieldsByConstraint.set(keptName(constraint), fields)
for (const resource of allResources) {
  for (const names of uniqueGroups(resource)) know(uniqueNameOf(resource, names), names)
  for (const [name, spec] of columnEntries(resource)) {
    fieldsByColumn.set(`${tableNameOf(resource)}.${columnNameOf(name)}`, name)
    know(`${tableNameOf(resource)}_${columnNameOf(name)}_check`, [name])
    know(shapeNameOf(resource, name), [name])
    const target = columnOf(spec)?.refersTo
    if (familyOf(spec) === 'ids') know(linkKeyNameOf(resource, name), [name])
    if (target) know(foreignKeyNameOf(resource, name, target === 'file' ? target : target.resource), [name])
  }
}

const issuesOf = (constraint: unknown, code: string): FieldIssues =>
  Object.fromEntries((fieldsByConstraint.get(String(constraint)) ?? []).map((field) => [field, [{ code }]]))

/** Whether a statement was cancelled by the statement timeout. */
export const isGivenUp = (error: unknown) => (error as DatabaseFault | null)?.code === '57014'

/** Connection failures, resource limits, shutdown, statement timeout and system errors. */
const unavailable = /^(?:08|53|57P|57014$|58)/
/** Error codes of Node's sockets. */
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN'])

/**
 * Returns the `AppError` for a query error, or the error itself if it is unexpected (a bug). An `AppError` is returned unchanged.
 * Codes: `record.taken`, `record.referenced`, `record.incomplete`, `input.invalid`, `server.busy`, `storage.full`, `database.damaged`,
 * `database.unavailable`, and what packs define for their own constraints.
 */
export function translateError(error: unknown): unknown {
  if (error instanceof AppError || typeof error !== 'object' || error === null) return error
  const { code, constraint, table, column, detail, syscall } = error as DatabaseFault
  if (typeof code !== 'string')
    return /connection terminated|timeout exceeded when trying to connect/i.test(String((error as Error).message))
      ? new AppError('database.unavailable')
      : error
  const refusal = refusalOf(String(constraint))
  if (refusal) return refusal
  if (code === '23505') return new AppError('record.taken', { fields: issuesOf(constraint, 'value.taken') })
  if (code === '23503') {
    return /still referenced/.test(String(detail))
      ? new AppError('record.referenced')
      : invalidInput(issuesOf(constraint, String(constraint).endsWith('_file_id_fk') ? 'file.unknown' : 'reference.unknown'))
  }
  const unset = code === '23502' ? fieldsByColumn.get(`${table}.${column}`) : undefined
  if (unset !== undefined) return new AppError('record.incomplete', { fields: { [unset]: [{ code: 'value.notSet' }] } }, { cause: error })
  if (code === '23514') return invalidInput(issuesOf(constraint, 'type.wrong'))
  if (isDamage(error)) return new AppError('database.damaged')
  if (code === '53100') return new AppError('storage.full')
  if (/^22/.test(code)) return new AppError('input.invalid')
  if (['40001', '40P01', '55P03'].includes(code)) return new AppError('server.busy')
  // A missing Unix socket of the database server. ENOENT for any other file has nothing to do with the database.
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect'
  return unavailable.test(code) || unreachable.has(code) || hasNoSocket ? new AppError('database.unavailable') : error
}
