import { meant } from '#model/checks/report.ts'
import type { AnyResource } from '#model/resource.ts'
import type { ComputationName, Role, ScopeName } from '#model/vocabulary.ts'
import type { AppError } from '#model/wire/errors.ts'
import { joinByName } from '../join-by-name.ts'
import type { Queries } from './database.ts'

/** Rows of a scope as SQL: `row` is the alias of the record, `me` the SQL of the caller's id. */
export type ScopeSql = (row: string, me: string) => string
/** A computed value as SQL, for the row called `row`. */
export type ComputedSql = (row: string) => string

/** A scope for each role that knows it. */
export type Scopes = { readonly [S in ScopeName]?: { readonly [R in Role]?: ScopeSql } }
export type Computations = { readonly [C in ComputationName]?: ComputedSql }

/** Errors that the database's refusals by constraints of tables mean to the caller, by the constraint's name. */
export type Refusals = { readonly [constraint: string]: () => AppError }

/** SQL of `address` and `reference` of the record with an id, given as SQL; no row where the pack has none with it. */
export type MailedSql = (id: string) => string

/** A record that a pack cannot do without, and what makes it unless it is there. */
export interface Ensured {
  readonly resource: AnyResource
  readonly make: (queries: Queries) => Promise<void>
}

/**
 * Sayings of packs about the database: names in declarations as SQL, refusals that no declaration knows as errors, what mails
 * tell of, records that must be there.
 */
export interface Meanings {
  readonly scopes?: Scopes
  readonly computed?: Computations
  readonly refusals?: Refusals
  /** Address and reference of the records that mails tell of. */
  readonly mailed?: MailedSql
  /** Text in mails that opens somebody's record, as a code does: not everybody who may read mails may read it. */
  readonly secrets?: RegExp
  /** Made at every start, and after a restore. */
  readonly ensured?: readonly Ensured[]
  /** Tables beside those of records that only the running installation may use: a backup leaves them out. */
  readonly unkept?: readonly string[]
}

const known = {
  scopes: {} as Scopes,
  computed: {} as Computations,
  refusals: {} as Refusals,
  mailed: [] as readonly MailedSql[],
  secrets: [] as readonly RegExp[],
  ensured: [] as readonly Ensured[],
  unkept: [] as readonly string[],
}

/**
 * Gives names their meaning, once, when the program is put together and before the first statement. Statements are
 * written by pure functions of declarations, which is why the meanings stand beside those and not in the context. Throws
 * where two packs give the same name.
 */
export function giveMeanings(given: readonly Meanings[]): void {
  known.scopes = joinByName(
    'the scope',
    given.map(({ scopes }) => scopes),
  )
  known.computed = joinByName(
    'the computed value',
    given.map(({ computed }) => computed),
  )
  known.refusals = joinByName(
    'the refusal',
    given.map(({ refusals }) => refusals),
  )
  known.mailed = given.flatMap(({ mailed }) => mailed ?? [])
  known.secrets = given.flatMap(({ secrets }) => secrets ?? [])
  known.ensured = given.flatMap(({ ensured }) => ensured ?? [])
  known.unkept = given.flatMap(({ unkept }) => unkept ?? [])
}

/** Names in declarations that no pack has given a meaning, a line for each. */
export const missingMeanings = (resources: readonly AnyResource[]): string[] =>
  resources.flatMap(({ name, access, fields }) => [
    ...Object.entries(access).flatMap(([role, { read }]) =>
      typeof read === 'object' && 'scope' in read && !known.scopes[read.scope]
        ? [`${name}.access.${role}.read names the scope ${read.scope}, which has no SQL${meant(read.scope, Object.keys(known.scopes))}`]
        : [],
    ),
    ...Object.entries(fields).flatMap(
      ([
        field,
        {
          options: { computed },
        },
      ]) =>
        typeof computed === 'string' && !known.computed[computed]
          ? [`${name}.${field} names the computed value ${computed}, which has no SQL${meant(computed, Object.keys(known.computed))}`]
          : [],
    ),
  ])

/** The SQL of a scope for a role; no rows for a role that the scope does not know. */
export function scopeSql(scope: ScopeName, role: Role, row: string, me: string): string {
  const roles = known.scopes[scope]
  if (!roles) throw new Error(`the scope ${scope} has no SQL`)
  return roles[role]?.(row, me) ?? 'FALSE'
}

/** The SQL of a computed value for the row called `row`. Throws for a name without a meaning. */
export function computedSql(computation: ComputationName, row: string): string {
  const sql = known.computed[computation]
  if (!sql) throw new Error(`the computed value ${computation} has no SQL`)
  return sql(row)
}

/** SQL of `address` and `reference` of the record that a mail tells of, whichever pack has it; no row where none has. */
export const mailedSql: MailedSql = (id) =>
  known.mailed.map((ofPack) => `(${ofPack(id)})`).join(' union all ') || 'select null::text as address, null::text as reference where false'

/** Patterns of text in mails that opens somebody's record. */
export const mailSecrets = (): readonly RegExp[] => known.secrets

/** Makes what packs cannot do without, where it is not there. */
export async function ensureOfPacks(queries: Queries): Promise<void> {
  for (const { make } of known.ensured) await make(queries)
}

/** Declarations of the records that packs cannot do without. */
export const ensuredResources = (): AnyResource[] => known.ensured.map(({ resource }) => resource)

/** Tables of packs that a backup leaves out. */
export const unkeptTables = (): readonly string[] => known.unkept

/** Meaning of a refusal by a constraint; undefined for those that follow from declarations. */
export const refusalOf = (constraint: string): AppError | undefined => known.refusals[constraint]?.()
