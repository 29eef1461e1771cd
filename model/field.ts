/**
 * Field kinds: what a resource's field can be. A declaration calls `field.<kind>(options)` and gets plain data back;
 * the value's type travels in a phantom property that exists only for the compiler.
 *
 * Not null, readable and writable by whoever may read and write the record, unless an option says otherwise.
 */
import type { PatternName } from './patterns.ts'
import type { Scalar } from './predicate.ts'
import type { ChoiceColor, ComputationName, IconName, Role } from './vocabulary.ts'

/** JSON type of each kind's value. `choice` is narrowed to its options, `many` holds no value of its own. */
export interface ValueOfKind {
  text: string
  longText: string
  integer: number
  /** A JSON number with at most `scale` decimals; limits keep it inside what a double holds exactly. */
  decimal: number
  /** An amount in RON, a JSON number with at most two decimals. */
  money: number
  boolean: boolean
  /** `YYYY-MM-DD` */
  date: string
  /** ISO 8601, UTC */
  dateTime: string
  choice: string
  set: readonly string[]
  /** Id of a record of `to`. */
  reference: string
  many: never
  email: string
  phone: string
  /** A CNP: written in clear, read masked; see `server/engine/sql/storage.ts`. */
  nationalId: string
  /** Written as the id of a staged file, read as `/api/files/<id>`. */
  file: string
  /** As `file`; re-encoded by the server. */
  image: string
  /** Structured JSON that the program writes and hand-made screens read; no form, filter or list shows it. */
  data: unknown
}
export type FieldKind = keyof ValueOfKind

export interface CommonOptions {
  readonly optional?: true
  readonly unique?: true
  /** Roles that may read the field; absent: everyone who may read the record. */
  readonly read?: readonly Role[]
  /** Roles that may write it; absent: everyone who may write the record; `[]`: only the server. */
  readonly write?: readonly Role[]
  /** Set at creation, never changed by an update. */
  readonly writeOnce?: true
  /** Not asked for in the form of a new record: it has a default or may stay empty, and is set once the record is there. */
  readonly later?: true
  /** Never set for many records at once. Unique, encrypted and uploaded values never are. */
  readonly bulk?: false
  /** Derived in SQL, never stored or written. */
  readonly computed?: ComputationName
  /** Names that the field has had, the oldest first: its past is read under them, and the next migration renames its column. */
  readonly was?: string | readonly string[]
  /** For records that lack a value when it comes to need one. */
  readonly fill?: Exclude<Scalar, null>
  /**
   * What becomes of values that it can no longer hold: of choices by value (null: none), of numbers and days the `nearest`
   * that is left, of text what is left when it is `cut`. `asIs`: there are none, or the migration ends with the first.
   */
  readonly map?: { readonly [value: string]: string | null } | 'nearest' | 'cut' | 'asIs'
  /** Changed only by who gave the password just now: it gives power, or opens and closes something for everybody (S-3.8). */
  readonly asksPassword?: true
}
export interface TextOptions extends CommonOptions {
  readonly max: number
  readonly min?: number
  readonly pattern?: PatternName
  readonly default?: string
  /** Not text but a code, which people read in words: hours of a week (`academic/hours.ts`), or letters of a county (`admission/counties.ts`). */
  readonly said?: 'hours' | 'county'
  /** A value of the field of `resource` that the record's own `field` names: typed and shown as that one, stored as text. */
  readonly means?: { readonly resource: string; readonly field: string }
  /** Made of that field's value where a new record is given none: a short code that no sibling has (`derived-code.ts`). */
  readonly derivedFrom?: string
  /** Stored encrypted, found only as a whole, shown by its last three characters (as a `nationalId`). */
  readonly encrypted?: true
  /** Written once, in the university's language, which readers of other languages are told. */
  readonly ofUniversity?: true
}
export interface LongTextOptions extends CommonOptions {
  /** Written once, in the university's language, which readers of other languages are told. */
  readonly ofUniversity?: true
  readonly max: number
  readonly min?: number
}
export interface NumberOptions extends CommonOptions {
  readonly min: number
  readonly max: number
  readonly default?: number
  /** Shown without signs between its digits: a year. */
  readonly isYear?: true
}
export interface DecimalOptions extends NumberOptions {
  readonly scale: number
}
export interface BooleanOptions extends CommonOptions {
  readonly default?: boolean
  /** No is what everybody expects: only a yes is shown. */
  readonly quiet?: true
}
export interface DateOptions extends CommonOptions {
  readonly min?: string
  readonly max?: string | 'today'
}
export interface ChoiceOption {
  readonly color?: ChoiceColor
  readonly icon?: IconName
}
export interface ChoiceOptions extends CommonOptions {
  /** Choices that depend on what is installed: the table takes any, and a record may hold one that is no longer there. */
  readonly open?: true
  readonly default?: string
}
/** Condition that a referenced record must satisfy: each of its fields equals a value, or another field of this record. */
export type OptionsWhere = { readonly [field: string]: Exclude<Scalar, null> | { readonly value: string } }
export interface ReferenceOptions extends CommonOptions {
  readonly optionsWhere?: OptionsWhere
}
export interface UploadOptions extends CommonOptions {
  readonly accept: readonly ('pdf' | 'jpeg' | 'png' | 'webp')[]
  /** The file is for everybody who is signed in and knows its address, whoever may read the record. */
  readonly everyone?: true
}

export interface Base<K extends FieldKind, O> {
  readonly kind: K
  readonly options: O
}
/** Any field as data: the shape that the tables by kind read. */
export type FieldSpec =
  | Base<'text', TextOptions>
  | Base<'longText', LongTextOptions>
  | Base<'integer', NumberOptions>
  | Base<'decimal', DecimalOptions>
  | Base<'money', NumberOptions>
  | Base<'boolean', BooleanOptions>
  | Base<'date', DateOptions>
  | Base<'dateTime', CommonOptions>
  | (Base<'choice', ChoiceOptions> & { readonly choices: { readonly [value: string]: ChoiceOption } })
  | (Base<'set', CommonOptions> & { readonly choices: { readonly [value: string]: ChoiceOption } })
  | (Base<'reference', ReferenceOptions> & { readonly to: string })
  | (Base<'many', CommonOptions> & { readonly of: string; readonly by: string })
  | Base<'email', CommonOptions>
  | Base<'phone', CommonOptions>
  | Base<'nationalId', CommonOptions>
  | Base<'file', UploadOptions>
  | Base<'image', UploadOptions>
  | Base<'data', CommonOptions>
export type SpecOf<K extends FieldKind> = Extract<FieldSpec, { kind: K }>
export type Fields = { readonly [name: string]: FieldSpec }

type Typed<Spec, Value> = Spec & { readonly '~value'?: Value }
type Made<K extends FieldKind, O> = Typed<Base<K, O>, ValueOfKind[K]>

// The one cast of each constructor adds the phantom value type; at run time the object is `{ kind, options }`.
const make = <K extends FieldKind, O>(kind: K, options: O) => ({ kind, options }) as Made<K, O>

type Choices = { readonly [value: string]: ChoiceOption }

/** Options of a field, and no others: a word that the kind does not have does not compile. */
type Only<O, Known> = O & { readonly [W in Exclude<keyof O, keyof Known>]: never }

export const field = {
  text: <const O extends TextOptions>(options: Only<O, TextOptions>) => make<'text', O>('text', options),
  longText: <const O extends LongTextOptions>(options: Only<O, LongTextOptions>) => make<'longText', O>('longText', options),
  integer: <const O extends NumberOptions>(options: Only<O, NumberOptions>) => make<'integer', O>('integer', options),
  decimal: <const O extends DecimalOptions>(options: Only<O, DecimalOptions>) => make<'decimal', O>('decimal', options),
  money: <const O extends NumberOptions>(options: Only<O, NumberOptions>) => make<'money', O>('money', options),
  boolean: <const O extends BooleanOptions = {}>(options?: Only<O, BooleanOptions>) => make('boolean', (options ?? {}) as O),
  date: <const O extends DateOptions = {}>(options?: Only<O, DateOptions>) => make('date', (options ?? {}) as O),
  dateTime: <const O extends CommonOptions = {}>(options?: Only<O, CommonOptions>) => make('dateTime', (options ?? {}) as O),
  choice: <
    const C extends Choices,
    const O extends CommonOptions & Pick<ChoiceOptions, 'open'> & { readonly default?: keyof C & string } = {},
  >(
    choices: C,
    options?: Only<O, ChoiceOptions>,
  ) =>
    ({ kind: 'choice', choices, options: options ?? {} }) as unknown as Typed<
      Base<'choice', O> & { readonly choices: C },
      keyof C & string
    >,
  set: <const C extends Choices, const O extends CommonOptions = {}>(choices: C, options?: Only<O, CommonOptions>) =>
    ({ kind: 'set', choices, options: options ?? {} }) as unknown as Typed<
      Base<'set', O> & { readonly choices: C },
      readonly (keyof C & string)[]
    >,
  reference: <const T extends string, const O extends ReferenceOptions = {}>(to: T, options?: Only<O, ReferenceOptions>) =>
    ({ kind: 'reference', to, options: options ?? {} }) as unknown as Typed<Base<'reference', O> & { readonly to: T }, string>,
  /** The records of `of` whose reference field `by` names this record: a tab on its page, no column. */
  many: <const T extends string>(of: T, by: string) =>
    ({ kind: 'many', of, by, options: { write: [] } }) as unknown as Typed<
      Base<'many', { readonly write: readonly [] }> & { readonly of: T; readonly by: string },
      never
    >,
  email: <const O extends CommonOptions = {}>(options?: Only<O, CommonOptions>) => make('email', (options ?? {}) as O),
  phone: <const O extends CommonOptions = {}>(options?: Only<O, CommonOptions>) => make('phone', (options ?? {}) as O),
  nationalId: <const O extends CommonOptions = {}>(options?: Only<O, CommonOptions>) => make('nationalId', (options ?? {}) as O),
  file: <const O extends UploadOptions>(options: Only<O, UploadOptions>) => make<'file', O>('file', options),
  image: <const O extends UploadOptions>(options: Only<O, UploadOptions>) => make<'image', O>('image', options),
  /** `Value` is what the field holds; the program alone writes it. */
  data: <Value>({ read }: { readonly read?: readonly Role[] } = {}) =>
    ({ kind: 'data', options: { optional: true, write: [], ...(read && { read }) } }) as unknown as DataField<Value>,
}
type DataField<Value> = Typed<Base<'data', { readonly optional: true; readonly write: readonly [] }>, Value>

/** Tells whether a field's value is stored encrypted and shown masked. */
export const isEncrypted = (spec: FieldSpec) => spec.kind === 'nationalId' || (spec.kind === 'text' && spec.options.encrypted === true)

/** Tells whether a new record can be without a value, which is then made of another. */
export const isDerived = (spec: FieldSpec) => spec.kind === 'text' && spec.options.derivedFrom !== undefined

type ValueOf<S> = S extends { readonly '~value'?: infer V } ? Exclude<V, undefined> : never
type IsOptional<S> = S extends { readonly options: { readonly optional: true } } ? true : false

type Held<F extends Fields> = { [N in keyof F as F[N] extends { kind: 'many' } ? never : N]: F[N] }

/** Parts of every record beside its declared fields. */
export interface RecordBase {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export type RecordOfFields<F extends Fields> = RecordBase & {
  [N in keyof Held<F>]: IsOptional<F[N]> extends true ? ValueOf<F[N]> | null : ValueOf<F[N]>
}
