/**
 * Kinds of fields: the parts that a folder of `kinds/` or `own/kinds/` makes one from, `kind.ts` for everybody and `face.tsx` for
 * pages. What the engine does with values goes by their family and their column; a kind says which they are.
 */
import type * as z from 'zod/mini'
import type { Expression } from './expression/expression.ts'
import type { Scalar } from './predicate.ts'
import type { ChoiceColor, ComputationName, DeclaredPower, EditOperator, IconName, Language, PartName, Role } from './vocabulary.ts'

export interface CommonOptions {
  readonly optional?: true
  readonly unique?: true
  /** Roles that may read the field; absent: everyone who may read the record. */
  readonly read?: readonly Role[]
  /** Roles that may write it; absent: everyone who may write the record; `[]`: only the server. */
  readonly write?: readonly Role[]
  /** Set on new records by the hooks of the resource, for the roles that may not write it. */
  readonly byServer?: true
  /** Set at creation, never changed by an update. */
  readonly writeOnce?: true
  /** Not asked for in the form of a new record: it has a default or may stay empty, and is set once the record is there. */
  readonly later?: true
  /** Never set for many records at once. Unique, encrypted and uploaded values never are. */
  readonly bulk?: false
  /** Never stored or written: reckoned from fields, also of the records that it refers to, or derived in SQL by a name that a pack gives its meaning. */
  readonly computed?: ComputationName | Computed
  /** The components that write it, show it on pages and in lists, where its kind's own will not do (`resources/parts.ts`). */
  readonly input?: PartName
  readonly display?: PartName
  readonly cell?: PartName
  /** Names that the field has had, the oldest first: its past is read under them, and the next migration renames its column. */
  readonly was?: string | readonly string[]
  /** For records that lack a value when it comes to need one: the same for all, or made from what each record holds. */
  readonly fill?: Exclude<Scalar, null> | Fill
  /**
   * Fate of values that it can no longer hold: of numbers and days the `nearest` that is left, of text what is left when it
   * is `cut`. `asIs`: there are none, or the migration ends with the first. By value, as choices had it before `renamed` and
   * `merged`: read as `renamed`, null as `merged`.
   */
  readonly map?: { readonly [value: string]: string | null } | 'nearest' | 'cut' | 'asIs'
  /** Changed only by who gave the password just now: it gives power, or opens and closes something for everybody (S-3.8). */
  readonly asksPassword?: true
  /** Power of every role that may write the field. */
  readonly power?: DeclaredPower
}

/**
 * Values that a migration makes for a field from what each record holds. The fields that it reads may go with the same
 * migration. `otherwise` is for records of which nothing is made.
 */
export type Fill = { readonly otherwise?: Exclude<Scalar, null> } & (
  | { readonly value: Expression }
  /** The text of a field before the first of these characters, or all of it where they are not in it. */
  | { readonly before: string; readonly of: string }
  /** The text of a field after the first of these characters. */
  | { readonly after: string; readonly of: string }
  /** The one record of an entity whose field `by` is the text of a field; letters of either case are the same. */
  | { readonly find: string; readonly by: string; readonly of: string }
)

/** Sources of a reckoned field: fields of the record, and `reference.field` of those that it refers to. */
export interface Computed {
  readonly value: Expression
}

export interface Base<K extends string, O> {
  readonly kind: K
  readonly options: O
}

export interface ChoiceOption {
  readonly color?: ChoiceColor
  readonly icon?: IconName
}
export type Choices = { readonly [value: string]: ChoiceOption }

/** Choices that a field has had. They stay in the declaration: its past is read by them. */
export interface FormerChoices {
  /** Choices that only have another name now, by the former name: their past is read by today's. */
  readonly renamed?: { readonly [value: string]: string }
  /** Choices whose records got another one, or none (null): the history says so, and the past stays as it was. */
  readonly merged?: { readonly [value: string]: string | null }
}

/** A field with the type of its value, which exists for the compiler alone. */
export type Typed<Spec, Value> = Spec & { readonly '~value'?: Value }

/** Options of a field, and no others: a word that the kind does not have does not compile. */
export type Only<O, Known> = O & { readonly [W in Exclude<keyof O, keyof Known>]: never }

/** The one cast of constructors adds the phantom value type; at run time a field is its kind, its options and its parts. */
export const made = <Spec, Value>(spec: Spec) => spec as Typed<Spec, Value>

/**
 * Ways that SQL, filters, conditions and files have of treating values. `ascii` is text of plain letters, `word` one of some
 * and `words` several, `id` a record and `ids` several, `secret` is encrypted, `file` an id shown as a path; `none` has nothing to compare.
 */
export type Family =
  | 'text'
  | 'ascii'
  | 'number'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'word'
  | 'words'
  | 'id'
  | 'ids'
  | 'secret'
  | 'file'
  | 'none'

/** The column that holds a field, and the condition that its values meet: it repeats what validation refuses. */
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
  /** A regular expression that its texts match, as PostgreSQL reads it. */
  readonly shape?: string
  /** The resource whose id it holds, or a stored file. */
  readonly refersTo?: { readonly resource: string } | 'file'
}

/**
 * `column`: a list can show it. `order`: its values have an order that anybody would understand; references stand in that of
 * the titles shown. `digits`: stands at the end of its column, so that digits line up. `whole`: histories and cells hold all of
 * it, so that it can be put back and pasted. `switch`: its input always stands somewhere. `unique`: its values can tell records
 * apart. `letters`: values that differ by the case of their letters are the same. `wide`: takes the width of a form, `long` that
 * of a record's page.
 */
export type Trait = 'column' | 'order' | 'digits' | 'whole' | 'switch' | 'unique' | 'letters' | 'wide' | 'long'

/** A value in a cell of a file, where it is another than its family's. */
export interface CellForm {
  readonly write: (value: unknown) => string
  readonly read: (cell: string, isNumber: boolean) => unknown
}

/** The field whose value a field says in a language. */
export interface Translates {
  readonly field: string
  readonly language: Language
}

/** A declaration, as far as kinds look at what stands beside a field; `resource.ts` says all of it. */
export interface DeclaredResource {
  readonly name: string
  readonly fields: { readonly [name: string]: DeclaredField }
  readonly title: readonly string[]
  readonly sections: { readonly [section: string]: readonly (string | readonly string[])[] }
  readonly list: { readonly sort: readonly string[]; readonly filters?: readonly string[] }
  readonly unique?: readonly (readonly string[])[]
  readonly single?: true
}
interface DeclaredField {
  readonly kind: string
  readonly to?: string
  readonly inForm?: unknown
  readonly choices?: { readonly [value: string]: unknown }
  readonly options: { readonly unique?: true; readonly min?: unknown; readonly max?: unknown }
}

/** The place of a field, for what its kind checks in declarations. */
export interface FieldPlace {
  readonly all: { readonly [name: string]: DeclaredResource }
  readonly resource: DeclaredResource
  readonly name: string
  /** Reports what is wrong with the field, or with a part of it. */
  readonly fail: (problem: string, part?: string) => void
  /** Reason for which a value cannot be one of a field; undefined where it can. */
  readonly faultOf: (spec: { readonly kind: string }, value: unknown) => string | undefined
  readonly familyOf: (spec: { readonly kind: string }) => Family
  /** `: did you mean capacity?` */
  readonly meant: (word: string, known: readonly string[]) => string
}

/** A schema for every word of a part, the optional ones too. */
export type Words<T> = { readonly [W in keyof Required<T>]: z.ZodMiniType }

export interface Kind<Spec extends Base<string, CommonOptions>, Make> {
  readonly '~spec'?: Spec
  /** `field.<kind>` of declarations. */
  readonly make: Make
  /** The closed list of its options, and of what a field holds beside `kind` and `options`. */
  readonly options: Words<Spec['options']>
  readonly parts?: Words<Omit<Spec, 'kind' | 'options' | '~value'>>
  readonly family: Family
  readonly traits: readonly Trait[]
  /** Ways to change many values at once. */
  readonly edits: readonly EditOperator[]
  /** Null: no column of its own. */
  column(spec: Spec): Column | null
  /** Check of one value, as the wire carries it; `place` is the field, where refusals have words of its own. */
  schema(spec: Spec, place?: { readonly resource: string; readonly name: string }): z.ZodMiniType
  /** A sound value for the template of a file; null: none. */
  example(spec: Spec, label: string): unknown
  /**
   * A field of the kind with two of its values, the second greater where they have an order, and one that is refused with a
   * code: what is tried on every kind, and shown where all are. Values of records and files are made where they are tried.
   * Null: no person fills it in.
   */
  readonly sample: {
    readonly field: Spec
    readonly values?: readonly [unknown, unknown]
    readonly refused: readonly [value: unknown, code: string]
  } | null
  readonly cell?: CellForm
  /** Width of its column in a file, and whether it holds amounts. */
  readonly file?: { readonly width: number; readonly isMoney?: true }
  /** Looks at what the declaration says of the field. */
  check?(spec: Spec, place: FieldPlace): void
}
