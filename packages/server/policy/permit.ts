/**
 * Decides which actions a caller may perform, and on which rows. Every query on records requires a
 * permit, and only this file creates permits.
 */

import { grantOf } from '@matricola/schema/access.ts'
import { nilId } from '@matricola/schema/paths.ts'
import type { CallerIdentity } from '@matricola/schema/predicate.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource, Grant } from '@matricola/schema/resource.ts'
import type { GrantName, Language, Role } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '../caller.ts'
import { scopeSql } from '../database/pack-contributions.ts'
import type { Parameters } from '../sql/parameters.ts'
import { predicateSql } from '../sql/predicate-sql.ts'
import { type Aliased, sqlForRow } from '../sql/typed.ts'

declare const proof: unique symbol

/** The actor that the history names. System work has no user id. */
export interface Actor {
  readonly id: string | null
  readonly name: string
  readonly role: Role | null
}

/** Proof that a caller was authorised, with the resource and the rows it is for. */
export interface Permit {
  readonly resource: AnyResource
  readonly grant: GrantName
  /** The role that decides which fields are readable and which conditions apply. */
  readonly role: Role
  readonly callerIdentity: CallerIdentity & { readonly role: Role }
  readonly actor: Actor
  /** The signed-in user; null for system work. */
  readonly caller: Caller | null
  /** The reader's language; null for system work, which uses the university's texts. */
  readonly language: Language | null
  readonly rows: Grant
  readonly [proof]: true
}

const everyRow: Grant = true

export const coversEveryRow = ({ rows }: Permit) => rows === everyRow

// Permits are created only here. The cast adds a brand that exists only for the compiler.
const createPermit = (parts: Omit<Permit, typeof proof>) => parts as Permit

/**
 * Returns a permit. Throws `session.required` if there is no caller, and `access.denied` if the
 * role lacks the grant.
 */
export function authorize(caller: Caller | null, resource: AnyResource, grant: GrantName): Permit {
  if (!caller) throw new AppError('session.required')
  const rows = grantOf(resource, caller.role, grant)
  if (!rows) throw new AppError('access.denied')
  const { id, role, name, personId, language } = caller
  return createPermit({
    resource,
    grant,
    role,
    callerIdentity: { id, role, personId },
    actor: { id, role, name },
    caller,
    language,
    rows,
  })
}

/**
 * Returns a permit for the same caller with another grant or resource; null if the role lacks it.
 */
export function derivePermit(
  permit: Permit,
  resource: AnyResource,
  grant: GrantName,
): Permit | null {
  const rows = permit.actor.role === null ? everyRow : grantOf(resource, permit.role, grant)
  return rows ? createPermit({ ...permit, resource, grant, rows }) : null
}

/** Returns the same caller's permit to read. Throws `access.denied`. */
export function deriveReadPermit(permit: Permit): Permit {
  const reading = derivePermit(permit, permit.resource, 'read')
  if (!reading) throw new AppError('access.denied')
  return reading
}

/**
 * Returns a permit for all rows, for cases where the server itself selects the rows. Never return
 * rows read with it to the caller.
 */
export function permitForAllRows(permit: Permit): Permit {
  const { adminRole } = registryOf(permit.resource)
  return createPermit({
    ...permit,
    role: adminRole,
    callerIdentity: { ...permit.callerIdentity, role: adminRole },
    rows: everyRow,
  })
}

/**
 * Reasons for system work. Code that does such work adds its reason by declaration merging, and the
 * reason's text to `shell:actors`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: other modules merge their reasons into it.
export interface SystemReasons {}

/** The history shows the reason as the actor's name. */
export type SystemReason = keyof SystemReasons

/** Returns a permit for all rows, for system work. */
export const systemPermit = (
  reason: SystemReason,
  resource: AnyResource,
  grant: GrantName,
): Permit =>
  createPermit({
    resource,
    grant,
    role: registryOf(resource).adminRole,
    callerIdentity: { id: nilId, role: registryOf(resource).adminRole },
    actor: { id: null, role: null, name: reason },
    caller: null,
    language: null,
    rows: everyRow,
  })

/**
 * Returns a permit for all rows, for one part of larger work. The caller must be authorised for the
 * whole work, such as an enrolment that creates an account. The history names the caller.
 */
export const permitForSubtask = (
  { id, name, role }: Caller,
  resource: AnyResource,
  grant: GrantName,
): Permit =>
  createPermit({
    resource,
    grant,
    role: registryOf(resource).adminRole,
    callerIdentity: { id, role: registryOf(resource).adminRole },
    actor: { id, name, role },
    caller: null,
    language: null,
    rows: everyRow,
  })

/**
 * Like `permitForSubtask`, for work that follows from a write by a known actor, which can be the
 * system.
 */
export const permitForActor = (actor: Actor, resource: AnyResource, grant: GrantName): Permit =>
  createPermit({
    resource,
    grant,
    role: registryOf(resource).adminRole,
    callerIdentity: { id: actor.id ?? nilId, role: registryOf(resource).adminRole },
    actor,
    caller: null,
    language: null,
    rows: everyRow,
  })

/** Returns the permit's rows as a condition on a table's row. */
export const permittedCondition = (permit: Permit, row: Aliased) =>
  sqlForRow(row, (alias, parameters) => permittedRowsSql(permit, alias, parameters))

/** Returns the same condition as text, for the row with the alias `row`. */
export function permittedRowsSql(permit: Permit, row: string, parameters: Parameters): string {
  const { rows, resource, callerIdentity, role } = permit
  if (rows === true) return 'TRUE'
  if ('scope' in rows)
    return scopeSql(resource, { scope: rows.scope, role })(
      row,
      parameters.add(callerIdentity.id, 'uuid'),
    )
  return predicateSql(rows.where, { resource, row, caller: callerIdentity, parameters })
}

/**
 * Returns the condition for rows of a resource that the permit's holder may name, for the row with
 * the alias `row`.
 */
export function nameableRowsSql(
  permit: Permit,
  resource: AnyResource,
  row: string,
  parameters: Parameters,
): string {
  const namePermit = derivePermit(permit, resource, 'name')
  return namePermit ? permittedRowsSql(namePermit, row, parameters) : 'FALSE'
}

/**
 * Returns the condition for rows that users of a role may read, for many users at once. `me` is SQL
 * for a user's id. Returns null if the role may read none.
 */
export function readableRowsSql(
  role: Role,
  resource: AnyResource,
  { row, userIdSql }: { row: string; userIdSql: string },
  parameters: Parameters,
): string | null {
  const rows = grantOf(resource, role, 'read')
  if (!rows) return null
  if (rows === true) return 'TRUE'
  if ('scope' in rows) return scopeSql(resource, { scope: rows.scope, role })(row, userIdSql)
  return predicateSql(rows.where, {
    resource,
    row,
    caller: { id: nilId, role },
    parameters,
    userIdSql: userIdSql,
  })
}
