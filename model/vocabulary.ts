/** The closed word lists that declarations, server and browser share. A word that is not here does not compile. */
import { ownLanguages } from '#own/languages.ts'
import { programLanguages } from './languages.ts'

/** Roles on the wire. Source: specification, section 1. */
export const roles = ['admin', 'secretary', 'professor', 'student'] as const
export type Role = (typeof roles)[number]

/** The one resource that the engine knows by name: its records are accounts, with a role and a way to sign in. */
export const accountResource = 'users'

/** Ways to change a field of many records at once. `replace` finds a text inside the value and puts another in its place. */
export const editOperators = ['set', 'clear', 'add', 'remove', 'increase', 'replace'] as const
export type EditOperator = (typeof editOperators)[number]

/** Facts that the program has to know of a language before any of its texts is there. */
export interface LanguageFacts {
  /** Its name in itself; shown so everywhere. */
  readonly name: string
  /** As the protocol of shared links names it: `ro_RO`. */
  readonly region: string
  /** The sign between whole and parts, as people and spreadsheets write and expect it. */
  readonly decimal: string
  /** The sign that groups thousands; spaces and apostrophes group in every language. */
  readonly thousands: string
  /** `DD.MM.YYYY`: order of the parts of a date, and the sign between them. */
  readonly dates: string
}

const allLanguages = { ...programLanguages, ...ownLanguages }
export type Language = keyof typeof allLanguages
/** Interface languages by their codes: those with a folder in `locales/` or `own/locales/` (`scripts/languages.mjs`). */
export const languageFacts: { readonly [L in Language]: LanguageFacts } = allLanguages
/** Their codes; the first is default and fallback. Source: specification, section 9. */
export const languages = Object.keys(allLanguages) as [Language, ...Language[]] // it has no other keys
export const defaultLanguage: Language = 'en'

/** Tells whether every text of the program is there in a language: the others fall back to English text by text. */
export const isComplete = (language: string) => Object.hasOwn(programLanguages, language)

/** Each language as a choice of a field. */
export const languageChoices = Object.fromEntries(languages.map((code) => [code, {}])) as { readonly [L in Language]: object }

/** Label of a language as a choice, where no text has it: its own name. */
export const languageLabel = (key: string): string | undefined => {
  const code = /\.choices\.language\.(\w+)$/.exec(key)?.[1] ?? ''
  return Object.hasOwn(languageFacts, code) ? languageFacts[code as Language].name : undefined
}

/**
 * Grants that a role can have on the records of a resource. `name` is for records that others refer to, where the role may
 * learn their titles without reading them; who may read may name. `act` is for who takes actions on records without updating
 * them; who may update may act. `bulk`, `import` and `export` say that many may be handled at once; which records and
 * fields, the others say.
 */
export const grants = ['read', 'name', 'create', 'update', 'act', 'history', 'bulk', 'import', 'export'] as const
export type GrantName = (typeof grants)[number]

/** Powers that a grant to write can carry; `export` follows from the right to export people's data and is never declared. */
export const declaredPowers = ['accounts', 'settings', 'grades', 'money', 'decisions'] as const
export type DeclaredPower = (typeof declaredPowers)[number]
export type Power = DeclaredPower | 'export'

/**
 * Names of row scopes that one record's fields cannot express. A pack adds its own (`declare module`), and its server half
 * gives each its SQL.
 */
// biome-ignore lint/suspicious/noEmptyInterface: packs add to it
export interface ScopeNames {}
export type ScopeName = keyof ScopeNames

/** Names of values derived in SQL and never stored. A pack adds its own, and its server half gives each its expression. */
// biome-ignore lint/suspicious/noEmptyInterface: packs add to it
export interface ComputationNames {}
export type ComputationName = keyof ComputationNames

/** Names of components for single fields. A pack adds its own, and its browser half has each of them. */
// biome-ignore lint/suspicious/noEmptyInterface: packs add to it
export interface PartNames {}
export type PartName = keyof PartNames

/** Default first page of a list. Source: specification, section 9. */
export const defaultPageSize = 5
/** Page sizes the console offers. */
export const pageSizes = [5, 10, 25, 50, 100] as const
/** Largest page that the API answers. */
export const maxPageSize = 100
/** Most records of one selection, and so of one bulk change. */
export const maxBulkRows = 50_000
/** Most records picked one by one, whose ids travel. */
export const maxPickedRows = 1000
/** Most records of one export. */
export const maxExportRows = 200_000
/** Longest file, and most rows and columns, of one import (S-16.2). */
export const maxImportBytes = 5 * 1024 * 1024
export const maxImportRows = 10_000
export const maxImportColumns = 50
/** Longest upload accepted, in bytes. Specification, section 5: 2 MB, read as 2 x 1024 x 1024. */
export const maxUploadBytes = 2 * 1024 * 1024
/** Lifetime of a toast and length of its entrance and exit, in milliseconds. Source: specification, section 9. */
export const toastMs = 5000
/** Lifetime of a toast that offers something to do: long enough to be reached by keyboard. */
export const actionToastMs = 20_000
export const toastFadeMs = 300

/** Tones an action can have; colours come from the theme. */
export const tones = ['primary', 'neutral', 'danger'] as const
export type Tone = (typeof tones)[number]

/** Colours a choice can have; the theme maps each to a checked pair for light and dark. */
export const choiceColors = ['neutral', 'blue', 'violet', 'amber', 'green', 'red'] as const
export type ChoiceColor = (typeof choiceColors)[number]

/** Icons a choice or a resource can name; `src/icons` draws each. */
export const iconNames = [
  'dashboard',
  'students',
  'professors',
  'registrations',
  'users',
  'departments',
  'specializations',
  'courses',
  'classes',
  'settings',
  'ring',
  'tray',
  'eye',
  'pencil',
  'check',
  'cross',
  'clock',
  'pause',
  'cap',
  'flag',
  'calendar',
  'exams',
  'grades',
  'finances',
  'documents',
] as const
export type IconName = (typeof iconNames)[number]
