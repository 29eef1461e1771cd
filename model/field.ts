/**
 * Fields: what a resource holds. A declaration calls `field.<kind>(options)` and gets plain data back; the value's type travels
 * in a phantom property that exists only for the compiler. Each kind stands in a folder of its own (`kinds/`, `own/kinds/`).
 *
 * Not null, readable and writable by whoever may read and write the record, unless an option says otherwise.
 */
import * as programKinds from '#kinds/kinds.ts'
import * as ownKinds from '#own/kinds/kinds.ts'
import type { Base, CommonOptions, Family, Kind, Trait } from './kind.ts'

type Found = typeof programKinds & typeof ownKinds
/** Every kind by its name. A pack in the place of `own/` names its own here (`declare module`). */
export interface Kinds extends Found {}
export type FieldKind = keyof Kinds

export type SpecOf<K extends FieldKind> = { [each in K]: NonNullable<Kinds[each]['~spec']> }[K]
/** Any field as data. */
export type FieldSpec = SpecOf<FieldKind>
export type Fields = { readonly [name: string]: FieldSpec }

type AnyKind = Kind<Base<string, CommonOptions>, (...options: never) => unknown>
const kinds: { readonly [kind: string]: AnyKind } = { ...programKinds, ...ownKinds } as unknown as { [kind: string]: AnyKind } // a kind reads fields of its own alone

/** Names of all kinds. */
export const kindNames: readonly string[] = Object.keys(kinds)

/** The kind of a field: what follows for its values. */
export function kindOf(spec: { readonly kind: string }): AnyKind {
  const kind = Object.hasOwn(kinds, spec.kind) ? kinds[spec.kind] : undefined
  if (!kind) throw new Error(`there is no kind of field ${spec.kind}`)
  return kind
}

/** Constructors by kind, for declarations. */
const makers: { readonly [kind: string]: unknown } = Object.fromEntries(Object.entries(kinds).map(([name, { make }]) => [name, make]))
// A misspelt kind makes a field of that kind, which the start refuses at its place: here nobody knows the place.
export const field = new Proxy(makers, {
  get: (known, name) =>
    typeof name === 'symbol' || Object.hasOwn(known, name) ? Reflect.get(known, name) : () => ({ kind: name, options: {} }),
}) as { readonly [K in FieldKind]: Kinds[K]['make'] }

/** Tells whether a field's value is stored encrypted and shown masked. */
export const isEncrypted = (spec: FieldSpec) =>
  kindOf(spec).family === 'secret' || ('encrypted' in spec.options && spec.options.encrypted === true)

/** The family that SQL, filters and files treat a field's values as. */
export const familyOf = (spec: FieldSpec): Family => (isEncrypted(spec) ? 'secret' : kindOf(spec).family)

/** Tells whether a list can be sorted by the field. */
export const isSortable = (spec: FieldSpec) => !['words', 'ids', 'secret', 'file', 'none'].includes(familyOf(spec))

/** Tells whether fields of the spec's kind have a trait. */
export const hasTrait = (spec: Pick<FieldSpec, 'kind'>, trait: Trait) => kindOf(spec).traits.includes(trait)

/** Tells whether a new record can be without a value, which is then made of another. */
export const isDerived = (spec: FieldSpec) => 'derivedFrom' in spec.options && spec.options.derivedFrom !== undefined

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
