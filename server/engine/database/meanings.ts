import type { AppError } from '#model/errors.ts'
import type { ComputationName, Role, ScopeName } from '#model/vocabulary.ts'

/** Rows of a scope as SQL: `row` is the alias of the record, `me` the SQL of the caller's id. */
export type ScopeSql = (row: string, me: string) => string
/** A computed value as SQL, for the row called `row`. */
export type ComputedSql = (row: string) => string

/** A scope for each role that knows it. */
export type Scopes = { readonly [S in ScopeName]?: { readonly [R in Role]?: ScopeSql } }
export type Computations = { readonly [C in ComputationName]?: ComputedSql }

/** What the database's refusal by a constraint of a table tells the caller, by the constraint's name. */
export type Refusals = { readonly [constraint: string]: () => AppError }

/** What the names in declarations mean in SQL, and what refusals that no declaration knows mean to people. */
export interface Meanings {
  readonly scopes?: Scopes
  readonly computed?: Computations
  readonly refusals?: Refusals
}

const known = { scopes: {} as Scopes, computed: {} as Computations, refusals: {} as Refusals }

/**
 * Gives names their meaning, once, when the program is put together and before the first statement. Statements are
 * written by pure functions of declarations, which is why the meanings stand beside those and not in the context.
 */
export function giveMeanings(given: readonly Meanings[]): void {
  known.scopes = Object.assign({}, ...given.map(({ scopes }) => scopes))
  known.computed = Object.assign({}, ...given.map(({ computed }) => computed))
  known.refusals = Object.assign({}, ...given.map(({ refusals }) => refusals))
}

/** The SQL of a scope for a role; no rows for a role that the scope does not know. Throws for a name without a meaning. */
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

/** What a refusal by a constraint means; undefined for those that follow from declarations. */
export const refusalOf = (constraint: string): AppError | undefined => known.refusals[constraint]?.()
