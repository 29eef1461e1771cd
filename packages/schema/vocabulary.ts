/**
 * The words that declarations, server and browser share. A word that is not listed here or in
 * `Register` does not compile.
 */
import type { Register } from './register.ts'

/** A role of the application. The list is `roles` of its registry. */
export type Role = Register extends { readonly roles: infer Name extends string } ? Name : string
/** Something for some of the roles. */
export type ByRole<T> = string extends Role
  ? { readonly [role: string]: T }
  : { readonly [R in Role]?: T }

/**
 * The only resource that the engine knows by name. Its records are accounts, with a role and a way
 * to sign in.
 */
export const accountResource = 'users'

/** Operators of bulk edits. `replace` substitutes text inside the value. */
export const editOperators = ['set', 'clear', 'add', 'remove', 'increase', 'replace'] as const
export type EditOperator = (typeof editOperators)[number]

/** A language of the interface. The list is `languages` of the application's registry. */
export type Language = Register extends { readonly languages: infer Code extends string }
  ? Code
  : string

/**
 * Grants a role can have on a resource. `name` allows reading the titles of records that others
 * refer to, without the records; `read` implies it. `act` allows actions without updates; `update`
 * implies it. `bulk`, `import` and `export` allow these for many records at once; the other grants
 * decide which records and fields.
 */
export const grants = [
  'read',
  'name',
  'create',
  'update',
  'act',
  'history',
  'bulk',
  'import',
  'export',
] as const
export type GrantName = (typeof grants)[number]

/** Powers that write grants can carry in every application. */
export const enginePowers = ['accounts', 'settings'] as const
/**
 * A power of the application. The list is `powers` of its registry. `export` is never declared: it
 * follows from the grant to export personal data.
 */
export type DeclaredPower = Register extends { readonly powers: infer Name extends string }
  ? Name
  : string
export type Power = DeclaredPower | 'export'

/**
 * Names of scopes that need more than the fields of one record. A pack adds its own (`declare
 * module`), and its server part defines the SQL of each.
 */
export interface ScopeNames {
  /** Saved views that the caller may open. */
  readonly availableViews: true
}
export type ScopeName = keyof ScopeNames

/**
 * Names of computed values that are derived in SQL. A pack adds its own, and its server part
 * defines the SQL of each.
 */
// biome-ignore lint/suspicious/noEmptyInterface: packs add to it
export interface ComputationNames {}
export type ComputationName = [keyof ComputationNames] extends [never]
  ? string
  : keyof ComputationNames

/**
 * Names of custom components for single fields. A pack adds its own, and its browser part provides
 * each component.
 */
// biome-ignore lint/suspicious/noEmptyInterface: packs add to it
export interface FieldComponentNames {}
export type FieldComponentName = keyof FieldComponentNames

/** Default page size of a list. Source: specification, section 9. */
export const defaultPageSize = 5
/** Page sizes offered in the console. */
export const pageSizes = [5, 10, 25, 50, 100] as const
/** Maximum page size of the API. */
export const maxPageSize = 100
/** Maximum number of records in a selection, and thus in a bulk change. */
export const maxBulkRows = 50_000
/** Maximum number of individually picked records, because their ids are sent with the request. */
export const maxPickedRows = 1000
/** Maximum number of records in an export. */
export const maxExportRows = 200_000
/** Limits of one import: file size in bytes, rows, columns. */
export const maxImportBytes = 5 * 1024 * 1024
export const maxImportRows = 10_000
export const maxImportColumns = 50
/** Maximum size of an upload in bytes. Specification, section 5: 2 MB, read as 2 × 1024 × 1024. */
export const maxUploadBytes = 2 * 1024 * 1024
/**
 * How long a toast is shown, and how long it takes to fade in or out, in milliseconds. Source:
 * specification, section 9.
 */
export const toastMs = 5000
/** How long a toast with an action is shown: long enough to reach it by keyboard. */
export const actionToastMs = 20_000
export const toastFadeMs = 300

/** Tones of an action; the theme defines their colours. */
export const tones = ['primary', 'neutral', 'danger'] as const
export type Tone = (typeof tones)[number]

/**
 * Colours of a choice. The theme maps each to a pair with sufficient contrast in light and dark
 * mode.
 */
export const choiceColors = ['neutral', 'blue', 'violet', 'amber', 'green', 'red'] as const
export type ChoiceColor = (typeof choiceColors)[number]

/**
 * Icons of choices and resources that every application has; `packages/console/icons` draws each.
 */
export const iconNames = [
  'dashboard',
  'users',
  'settings',
  'ring',
  'tray',
  'eye',
  'pencil',
  'check',
  'cross',
  'clock',
  'pause',
  'flag',
  'warning',
  'arrow-up',
  'minus',
  'calendar',
  'documents',
] as const
export type IconName = Register extends { readonly icons: infer Icon extends string }
  ? (typeof iconNames)[number] | Icon
  : string
