/**
 * Translates database errors to errors of the API. Only this file interprets SQLSTATE codes for
 * callers.
 */

import { familyOf } from '@matricola/schema/field.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import { columnEntries } from '@matricola/schema/resource-fields.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { findColumn } from './columns.ts'
import { isDataCorruption } from './corruption.ts'
import { uniqueGroups } from './keys.ts'
import {
  columnNameOf,
  foreignKeyNameOf,
  linkForeignKeyNameOf,
  patternCheckNameOf,
  tableNameOf,
  truncatedName,
  uniqueNameOf,
} from './names.ts'
import { findConstraintError } from './pack-contributions.ts'

interface DatabaseFault {
  readonly code?: unknown
  readonly constraint?: unknown
  readonly table?: unknown
  readonly column?: unknown
  readonly detail?: unknown
  readonly syscall?: unknown
}

/** Fields by column and by constraint. */
const fieldNames = memoize(({ resources }: Pick<Registry, 'resources'>) => {
  const byColumn = new Map<string, string>()
  const byConstraint = new Map<string, readonly string[]>()
  const registerConstraint = (constraint: string, fields: readonly string[]) =>
    byConstraint.set(truncatedName(constraint), fields)
  for (const resource of resources) {
    for (const names of uniqueGroups(resource))
      registerConstraint(uniqueNameOf(resource, names), names)
    for (const [name, spec] of columnEntries(resource)) {
      byColumn.set(`${tableNameOf(resource)}.${columnNameOf(name)}`, name)
      registerConstraint(`${tableNameOf(resource)}_${columnNameOf(name)}_check`, [name])
      registerConstraint(patternCheckNameOf(resource, name), [name])
      const target = findColumn(spec)?.refersTo
      if (familyOf(spec) === 'ids') registerConstraint(linkForeignKeyNameOf(resource, name), [name])
      if (target)
        registerConstraint(
          foreignKeyNameOf(resource, name, target === 'file' ? target : target.resource),
          [name],
        )
    }
  }
  return { byColumn, byConstraint }
})

/** Whether a statement was cancelled by the statement timeout. */
export const isStatementTimeout = (error: unknown) =>
  (error as DatabaseFault | null)?.code === '57014'

/** Connection failures, resource limits, shutdown, statement timeout and system errors. */
const unavailablePattern = /^(?:08|53|57P|57014$|58)/
/** Error codes of Node's sockets. */
const socketErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
])

/**
 * Returns the `AppError` for a query error, or the error itself if it is unexpected (a bug). An
 * `AppError` is returned unchanged. Codes: `record.taken`, `record.referenced`,
 * `record.incomplete`, `input.invalid`, `server.busy`, `storage.full`, `database.damaged`,
 * `database.unavailable`, and the codes that packs define for their own constraints.
 */
export function translateError(registry: Pick<Registry, 'resources'>, error: unknown): unknown {
  if (error instanceof AppError || typeof error !== 'object' || error === null) return error
  const { code, constraint, table, column, detail, syscall } = error as DatabaseFault
  if (typeof code !== 'string')
    return /connection terminated|timeout exceeded when trying to connect/i.test(
      String((error as Error).message),
    )
      ? new AppError('database.unavailable')
      : error
  const { byColumn, byConstraint } = fieldNames(registry)
  const constraintIssues = (code: string): FieldIssues =>
    Object.fromEntries(
      (byConstraint.get(String(constraint)) ?? []).map((field) => [field, [{ code }]]),
    )
  const refusal = findConstraintError(registry, String(constraint))
  if (refusal) return refusal
  if (code === '23505')
    return new AppError('record.taken', { fields: constraintIssues('value.taken') })
  if (code === '23503') {
    return /still referenced/.test(String(detail))
      ? new AppError('record.referenced')
      : invalidInput(
          constraintIssues(
            String(constraint).endsWith('_file_id_fk') ? 'file.unknown' : 'reference.unknown',
          ),
        )
  }
  const missingField = code === '23502' ? byColumn.get(`${table}.${column}`) : undefined
  if (missingField !== undefined)
    return new AppError(
      'record.incomplete',
      { fields: { [missingField]: [{ code: 'value.notSet' }] } },
      { cause: error },
    )
  if (code === '23514') return invalidInput(constraintIssues('type.wrong'))
  if (isDataCorruption(error)) return new AppError('database.damaged')
  if (code === '53100') return new AppError('storage.full')
  if (/^22/.test(code)) return new AppError('input.invalid')
  if (['40001', '40P01', '55P03'].includes(code)) return new AppError('server.busy')
  // A missing Unix socket of the database server. ENOENT for any other file has nothing to do with
  // the database.
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect'
  return unavailablePattern.test(code) || socketErrorCodes.has(code) || hasNoSocket
    ? new AppError('database.unavailable')
    : error
}
