/** Decides who may do what, and to which rows. Every query about records demands a permit, and only this file makes one. */
import { grantOf } from '#model/access.ts'
import { nilId } from '#model/paths.ts'
import type { Asker } from '#model/predicate.ts'
import type { AnyResource, Grant } from '#model/resource.ts'
import type { GrantName, Language, Role } from '#model/vocabulary.ts'
import { AppError } from '#model/wire/errors.ts'
import type { Caller } from '#server/engine/caller.ts'
import { scopeSql } from '#server/engine/database/meanings.ts'
import type { Parameters } from '#server/engine/sql/parameters.ts'
import { predicateSql } from '#server/engine/sql/predicate-sql.ts'
import { type Aliased, onRow } from '#server/engine/sql/typed.ts'

declare const proof: unique symbol

/** Actor that a write is noted under. Work that no person asked for has no id. */
export interface Actor {
  readonly id: string | null
  readonly name: string
  readonly role: Role | null
}

/** Proof that somebody was authorised, for which resource and which of its rows. */
export interface Permit {
  readonly resource: AnyResource
  readonly grant: GrantName
  /** Role by which fields and further conditions are judged. */
  readonly role: Role
  readonly asker: Asker & { readonly role: Role }
  readonly actor: Actor
  /** The signed-in person; null for work that no person asked for. */
  readonly caller: Caller | null
  /** The language in which the person reads; null: work that no person asked for, which reads what the university says. */
  readonly language: Language | null
  readonly rows: Grant
  readonly [proof]: true
}

/** The grant over all rows. */
const everyRow: Grant = true

export const coversEveryRow = ({ rows }: Permit) => rows === everyRow

// The only place that makes a permit; the cast adds the mark that exists for the compiler alone.
const permit = (parts: Omit<Permit, typeof proof>) => parts as Permit

/** Answers a permit, or throws `session.required` for nobody and `access.denied` for a role without the grant. */
export function authorize(caller: Caller | null, resource: AnyResource, grant: GrantName): Permit {
  if (!caller) throw new AppError('session.required')
  const rows = grantOf(resource, caller.role, grant)
  if (!rows) throw new AppError('access.denied')
  const { id, role, name, personId, language } = caller
  return permit({ resource, grant, role, asker: { id, role, personId }, actor: { id, role, name }, caller, language, rows })
}

/** The same person's permit for another grant or resource, or null where the role has none. */
export function alsoPermitted(held: Permit, resource: AnyResource, grant: GrantName): Permit | null {
  const rows = held.actor.role === null ? everyRow : grantOf(resource, held.role, grant)
  return rows ? permit({ ...held, resource, grant, rows }) : null
}

/** The same person where the program decides which rows count: every record may be read and referred to. Never answer what is read by it. */
export const seeingAll = (held: Permit): Permit =>
  permit({ ...held, role: 'admin', asker: { ...held.asker, role: 'admin' }, rows: everyRow })

/** The purposes of work without a person: whoever does such work declares its own by merging with this interface, and says it in `shell:actors`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be merged with.
export interface SystemReasons {}

/** It stands in the history as the actor's name. */
export type SystemReason = keyof SystemReasons

/** A permit over every row for work that no person asked for. */
export const systemPermit = (reason: SystemReason, resource: AnyResource, grant: GrantName): Permit =>
  permit({
    resource,
    grant,
    role: 'admin',
    asker: { id: nilId, role: 'admin' },
    actor: { id: null, role: null, name: reason },
    caller: null,
    language: null,
    rows: everyRow,
  })

/**
 * A permit over every row for one part of a larger work that the caller was authorised for as a whole, such as the
 * account of a student who is enrolled. The history names the caller.
 */
export const permitForPart = ({ id, name, role }: Caller, resource: AnyResource, grant: GrantName): Permit =>
  permit({
    resource,
    grant,
    role: 'admin',
    asker: { id, role: 'admin' },
    actor: { id, name, role },
    caller: null,
    language: null,
    rows: everyRow,
  })

/** As above, for work that follows from a write whose actor is known, whoever it is. */
export const permitForActor = (actor: Actor, resource: AnyResource, grant: GrantName): Permit =>
  permit({
    resource,
    grant,
    role: 'admin',
    asker: { id: actor.id ?? nilId, role: 'admin' },
    actor,
    caller: null,
    language: null,
    rows: everyRow,
  })

/** The permit's rows as a condition on a table's row. */
export const permitted = (held: Permit, row: Aliased) => onRow(row, (alias, parameters) => permittedRows(held, alias, parameters))

/** The same as text, on the row called `row`. */
export function permittedRows(held: Permit, row: string, parameters: Parameters): string {
  const { rows, resource, asker, role } = held
  if (rows === true) return 'TRUE'
  if ('scope' in rows) return scopeSql(rows.scope, role, row, parameters.add(asker.id, 'uuid'))
  return predicateSql(rows.where, { resource, row, asker, parameters })
}

/** The rows of a resource that the permit's holder may name, as a condition on the row called `row`. */
export function nameableRows(held: Permit, resource: AnyResource, row: string, parameters: Parameters): string {
  const naming = alsoPermitted(held, resource, 'name')
  return naming ? permittedRows(naming, row, parameters) : 'FALSE'
}

/**
 * The rows that many people of one role may read, as a condition on the row called `row`; `me` is the SQL of each one's
 * id. Null where the role reads none.
 */
export function rowsReadBy(
  role: Role,
  resource: AnyResource,
  { row, me }: { row: string; me: string },
  parameters: Parameters,
): string | null {
  const rows = grantOf(resource, role, 'read')
  if (!rows) return null
  if (rows === true) return 'TRUE'
  if ('scope' in rows) return scopeSql(rows.scope, role, row, me)
  return predicateSql(rows.where, { resource, row, asker: { id: nilId, role }, parameters, me })
}
