/**
 * Fields of resources. A declaration calls `field.<type>(options)`, which returns plain data. The type of the value is a phantom
 * property that exists only for the compiler. Each field type has its own folder in `packages/schema/field-types/` or `custom/field-types/`.
 *
 * Unless an option says otherwise, a field is not null, and every caller that may read or write the record may read or write the
 * field.
 */

import * as customFieldTypes from '../../resources/field-types/custom.ts'
import type { BaseSpec, CommonOptions, Family, FieldType, Trait } from './field-type.ts'
import * as programFieldTypes from './field-types/field-types.ts'

type ProgramAndCustomTypes = typeof programFieldTypes & typeof customFieldTypes
/** Every field type by name. A pack that replaces `custom/` declares its types here (`declare module`). */
export interface FieldTypes extends ProgramAndCustomTypes {}
export type FieldTypeName = keyof FieldTypes

export type SpecOf<K extends FieldTypeName> = { [each in K]: NonNullable<FieldTypes[each]['~spec']> }[K]
export type FieldSpec = SpecOf<FieldTypeName>
export type Fields = { readonly [name: string]: FieldSpec }

type AnyFieldType = FieldType<BaseSpec<string, CommonOptions>, (...options: never) => unknown>
const fieldTypes: { readonly [type: string]: AnyFieldType } = { ...programFieldTypes, ...customFieldTypes } as unknown as {
  [type: string]: AnyFieldType
} // each type gets only its own specs

export const fieldTypeNames: readonly string[] = Object.keys(fieldTypes)

/** The type of a field. Throws if there is no such type. */
export function fieldTypeOf(spec: { readonly type: string }): AnyFieldType {
  const fieldType = Object.hasOwn(fieldTypes, spec.type) ? fieldTypes[spec.type] : undefined
  if (!fieldType) throw new Error(`unknown field type "${spec.type}"`)
  return fieldType
}

const constructors: { readonly [type: string]: unknown } = Object.fromEntries(
  Object.entries(fieldTypes).map(([name, { make }]) => [name, make]),
)
// A misspelt type returns a field of that unknown type. Validation at startup reports it with its location, which is not known
// here.
export const field = new Proxy(constructors, {
  get: (target, name) =>
    typeof name === 'symbol' || Object.hasOwn(target, name) ? Reflect.get(target, name) : () => ({ type: name, options: {} }),
}) as { readonly [K in FieldTypeName]: FieldTypes[K]['make'] }

/** Whether the values are stored encrypted and shown masked. */
export const isEncrypted = (spec: FieldSpec) =>
  fieldTypeOf(spec).family === 'secret' || ('encrypted' in spec.options && spec.options.encrypted === true)

/** The family that decides how SQL, filters and files handle the field's values. */
export const familyOf = (spec: FieldSpec): Family => (isEncrypted(spec) ? 'secret' : fieldTypeOf(spec).family)

export const isSortable = (spec: FieldSpec) => !['choices', 'ids', 'secret', 'file', 'none'].includes(familyOf(spec))

export const hasTrait = (spec: Pick<FieldSpec, 'type'>, trait: Trait) => fieldTypeOf(spec).traits.includes(trait)

/** Whether a new record may omit the value because it is derived from another field. */
export const isDerived = (spec: FieldSpec) => 'derivedFrom' in spec.options && spec.options.derivedFrom !== undefined

type ValueOf<S> = S extends { readonly '~value'?: infer V } ? Exclude<V, undefined> : never
type IsOptional<S> = S extends { readonly options: { readonly optional: true } } ? true : false

type ValueFields<F extends Fields> = { [N in keyof F as F[N] extends { type: 'many' } ? never : N]: F[N] }

/** Properties of every record in addition to its fields. */
export interface RecordBase {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export type RecordOfFields<F extends Fields> = RecordBase & {
  [N in keyof ValueFields<F>]: IsOptional<F[N]> extends true ? ValueOf<F[N]> | null : ValueOf<F[N]>
}
