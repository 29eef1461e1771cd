/**
 * The parts of a field type. Each folder in `packages/schema/field-types/`,
 * `resources/field-types/` and `custom/field-types/` defines one: `type.ts` for server and browser,
 * `components.tsx` for pages. The engine handles values by their family and column, which the field
 * type declares.
 */

import type * as z from 'zod/mini'
import type { Expression } from './expression/expression.ts'
import { type Languages, onlyEnglish } from './languages.ts'
import type { Scalar } from './predicate.ts'
import type {
  ChoiceColor,
  ComputationName,
  DeclaredPower,
  EditOperator,
  FieldComponentName,
  IconName,
  Language,
  Role,
} from './vocabulary.ts'

export interface CommonOptions {
  readonly optional?: true
  readonly unique?: true
  /** Roles that may read the field; absent: every role that may read the record. */
  readonly read?: readonly Role[]
  /**
   * Roles that may write the field; absent: every role that may write the record; `[]`: only the
   * server.
   */
  readonly write?: readonly Role[]
  /** The resource's hooks set it on new records for roles that may not write it. */
  readonly setByServer?: true
  /** Set at creation; updates cannot change it. */
  readonly writeOnce?: true
  /** Left out of the create form. It has a default or is optional, and is set afterwards. */
  readonly hiddenOnCreate?: true
  /** Excluded from bulk edits. Unique, encrypted and uploaded values are always excluded. */
  readonly bulk?: false
  /**
   * Not stored and never written: an expression over fields of the record and its references, or
   * the name of SQL that a pack defines.
   */
  readonly computed?: ComputationName | Computed
  /**
   * Names of components that replace those of the field type, from `resources/field-components.ts`:
   * input, display on pages, cell in lists.
   */
  readonly input?: FieldComponentName
  readonly display?: FieldComponentName
  readonly cell?: FieldComponentName
  /**
   * Former names, oldest first. History is read under them, and the next migration renames the
   * column.
   */
  readonly renamedFrom?: string | readonly string[]
  /**
   * For a field that becomes required: the value for existing records without one, constant or made
   * from the record.
   */
  readonly fill?: Exclude<Scalar, null> | Fill
  /**
   * How the migration treats existing values that the field can no longer hold. `nearest` moves
   * numbers and dates to the nearest allowed value, `truncate` shortens text, and `asIs` claims
   * there are none: the migration fails on the first it finds.
   */
  readonly existingValues?: 'nearest' | 'truncate' | 'asIs'
  /**
   * Changing it requires reauthentication, because it grants a power, or opens or closes something
   * for everyone.
   */
  readonly requiresReauthentication?: true
  /** The power that a role gains if it may write the field. */
  readonly power?: DeclaredPower
}

/**
 * How a migration fills a field from other fields of each record. The fields read may be dropped by
 * the same migration. `otherwise` is the value for records where this yields nothing.
 */
export type Fill = { readonly otherwise?: Exclude<Scalar, null> } & (
  | { readonly value: Expression }
  /**
   * Text of the field `of` before the first occurrence of `before`; all of it if there is no
   * occurrence.
   */
  | { readonly before: string; readonly of: string }
  /** Text of the field `of` after the first occurrence of `after`. */
  | { readonly after: string; readonly of: string }
  /** The one record of entity `find` whose field `by` equals the text of `of`, ignoring case. */
  | { readonly find: string; readonly by: string; readonly of: string }
)

/**
 * Source of a computed field: fields of the record, and `reference.field` of referenced records.
 */
export interface Computed {
  readonly value: Expression
}

/**
 * The property of a field under which it keeps its field type and the languages of its application.
 * Spreads copy it, `JSON.stringify` omits it.
 */
export const fieldTypeSlot = Symbol('field type')

/**
 * Keeps a field type out of sight of comparisons and inspectors, which would walk through all of
 * its schemas.
 */
export class FieldTypeSlot<T> {
  readonly #fieldType: T
  readonly #languages: Languages

  constructor(fieldType: T, languages: Languages) {
    this.#fieldType = fieldType
    this.#languages = languages
  }

  get fieldType(): T {
    return this.#fieldType
  }

  /** Languages of the application that the field belongs to. */
  get languages(): Languages {
    return this.#languages
  }
}

/**
 * Marks the fields of a type whose family is `secret`, for the types of their columns. It exists
 * only for the compiler.
 */
export interface EncryptedSpec {
  readonly '~encrypted'?: true
}

export interface BaseSpec<K extends string, O> {
  readonly [fieldTypeSlot]?: FieldTypeSlot<unknown>
  readonly type: K
  readonly options: O
}

/** The languages of the application that the field belongs to. */
export const languagesOf = (
  spec: Pick<BaseSpec<string, unknown>, typeof fieldTypeSlot>,
): Languages => spec[fieldTypeSlot]?.languages ?? onlyEnglish

export interface ChoiceOption {
  readonly color?: ChoiceColor
  readonly icon?: IconName
}
export type Choices = { readonly [value: string]: ChoiceOption }

/** Choices that a field used to have. They stay declared so that its history can be read. */
export interface FormerChoices {
  /** New name by former name. The history shows the new name. */
  readonly renamed?: { readonly [value: string]: string }
  /**
   * Replacement by former choice; null means none. Existing records are changed, which is logged;
   * earlier history keeps the old choice.
   */
  readonly merged?: { readonly [value: string]: string | null }
}

/** A field with its value type, which exists only for the compiler. */
export type TypedSpec<Spec, Value> = Spec & { readonly '~value'?: Value }

/**
 * The options, without any that the field type does not know: an unknown option does not compile.
 */
export type KnownKeysOnly<O, Known> = O & { readonly [W in Exclude<keyof O, keyof Known>]: never }

/**
 * Adds the phantom value type. This is the only cast in constructors: at run time a field is its
 * type, options and parts.
 */
export const typedSpec = <Spec, Value>(spec: Spec) => spec as TypedSpec<Spec, Value>

/**
 * Ways in which SQL, filters, conditions and files handle values. `ascii` is plain ASCII text,
 * `choice` one of a fixed set and `choices` several of it, `id` a reference to one record and `ids`
 * to several. `secret` is encrypted, `file` is an id shown as a path, and `none` cannot be
 * compared.
 */
export type Family =
  | 'text'
  | 'ascii'
  | 'number'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'choice'
  | 'choices'
  | 'id'
  | 'ids'
  | 'secret'
  | 'file'
  | 'none'

/** The database column of a field, and its CHECK constraint, which repeats validation. */
export interface Column {
  readonly type:
    | 'text'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'instant'
    | 'uuid'
    | 'json'
    | 'texts'
    | 'uuids'
    | { readonly precision: number; readonly scale: number }
  readonly check?:
    | { readonly length: number }
    | { readonly between: readonly [from: number | string, to: number | string] }
    | { readonly among: readonly string[] }
  /** Regular expression in PostgreSQL syntax that the text must match. */
  readonly shape?: string
  /** The resource that the id refers to, or `file` for a stored file. */
  readonly refersTo?: { readonly resource: string } | 'file'
}

/**
 * - `listColumn`: a list can show it.
 * - `sortable`: sortable in an order that users expect. References sort by the titles shown.
 * - `endAligned`: aligned to the end of its column, so that digits line up.
 * - `restorable`: history and cells show the complete value, so it can be restored and pasted.
 * - `neverEmpty`: the input always has a value.
 * - `unique`: can be declared unique.
 * - `caseInsensitive`: values that differ only in case are equal.
 * - `wideInput`: takes the full width of a form.
 * - `wideDisplay`: takes the full width of the record's page.
 */
export type Trait =
  | 'listColumn'
  | 'sortable'
  | 'endAligned'
  | 'restorable'
  | 'neverEmpty'
  | 'unique'
  | 'caseInsensitive'
  | 'wideInput'
  | 'wideDisplay'

/** How a value is written to and read from a cell of a file, if not as its family does. */
export interface CellFormat {
  readonly write: (value: unknown) => string
  readonly read: (cell: string, isNumber: boolean) => unknown
}

/** The field that this one translates, and the language. */
export interface Translates {
  readonly field: string
  readonly language: Language
}

/** The part of a declaration that field types check; the full type is in `resource.ts`. */
export interface DeclaredResource {
  readonly name: string
  readonly fields: { readonly [name: string]: DeclaredField }
  readonly title: readonly string[]
  readonly sections: { readonly [section: string]: readonly (string | readonly string[])[] }
  readonly list: { readonly sort: readonly string[]; readonly filters?: readonly string[] }
  readonly unique?: readonly (readonly string[])[]
  readonly singleton?: true
}
interface DeclaredField {
  readonly type: string
  readonly to?: string
  readonly inForm?: unknown
  readonly choices?: { readonly [value: string]: unknown }
  readonly options: { readonly unique?: true; readonly min?: unknown; readonly max?: unknown }
}

/** The context in which a field type checks the declaration of a field. */
export interface FieldCheckContext {
  readonly all: { readonly [name: string]: DeclaredResource }
  readonly resource: DeclaredResource
  readonly name: string
  /** Reports a problem with the field, or with one part of its declaration. */
  readonly fail: (problem: string, part?: string) => void
  /** Returns the reason why the value is not valid for the field; undefined if it is valid. */
  readonly valueMistake: (spec: { readonly type: string }, value: unknown) => string | undefined
  readonly familyOf: (spec: { readonly type: string }) => Family
  /** Suggests a similar known word, such as `: did you mean capacity?`; empty if there is none. */
  readonly didYouMean: (word: string, known: readonly string[]) => string
}

/** A schema for every property of T, including the optional ones. */
export type SchemaShape<T> = { readonly [W in keyof T & string]-?: z.ZodMiniType }

export interface FieldType<Spec extends BaseSpec<string, CommonOptions>, Make> {
  readonly '~spec'?: Spec
  /** The constructor `field.<type>` for declarations. */
  readonly make: Make
  /**
   * Schemas of the allowed options. `parts` has those of the other properties in addition to `type`
   * and `options`.
   */
  readonly options: SchemaShape<Spec['options']>
  readonly parts?: SchemaShape<Omit<Spec, 'type' | 'options' | '~value'>>
  readonly family: Family
  readonly traits: readonly Trait[]
  /** Operators for bulk edits. */
  readonly edits: readonly EditOperator[]
  /** Null if the field has no column. */
  column(spec: Spec): Column | null
  /**
   * Validates one value of a request. `place` is the field, for types whose error messages depend
   * on it.
   */
  schema(spec: Spec, field?: { readonly resource: string; readonly name: string }): z.ZodMiniType
  /** A valid value for the template of an import file; null if there is none. */
  example(spec: Spec, label: string): unknown
  /**
   * An example field with two valid values, the second greater if they are ordered, and a value
   * that is rejected with the given code. Tests use it for every type, and
   * `packages/console/screens/field-types` shows it. If values need stored records or files,
   * `values` is absent, and the tests and that screen create them. Null if users never fill in the
   * field.
   */
  readonly sample: {
    readonly field: Spec
    readonly values?: readonly [unknown, unknown]
    readonly refused: readonly [value: unknown, code: string]
  } | null
  /**
   * The complete value that a user means by a search text; null if it is not one. Encrypted values
   * are searched by their hash, so only complete values are found.
   */
  readonly valueOfSearch?: (text: string) => string | null
  /**
   * Finds texts that look like a value, valid or not. Saved views must not contain them, since
   * their URLs are stored in plain text.
   */
  readonly revealedBy?: RegExp
  readonly cell?: CellFormat
  /** Width of the column in exported files, and whether it holds amounts of money. */
  readonly file?: { readonly width: number; readonly isMoney?: true }
  check?(spec: Spec, context: FieldCheckContext): void
}
