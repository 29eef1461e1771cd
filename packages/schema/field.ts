/**
 * Fields of resources. A declaration calls `field.<type>(options)`, which returns plain data and
 * its field type. The type of the value is a phantom property that exists only for the compiler. An
 * application makes its own `field` with `createFields`, in `resources/field.ts`.
 *
 * Unless an option says otherwise, a field is not null, and every caller that may read or write the
 * record may read or write the field.
 */

import {
  type BaseSpec,
  type CommonOptions,
  type Family,
  type FieldType,
  FieldTypeSlot,
  fieldTypeSlot,
  type Trait,
} from './field-type.ts'
import * as builtInFieldTypes from './field-types/field-types.ts'
import { type Languages, onlyEnglish } from './languages.ts'
import type { Register } from './register.ts'

export { builtInFieldTypes }

/** Every field type by name. */
type RegisteredFieldTypes = Register extends { readonly fieldTypes: infer Types }
  ? Types
  : typeof builtInFieldTypes
export type FieldTypeName = keyof RegisteredFieldTypes & string

export type SpecOf<K extends FieldTypeName> = {
  [each in K]: RegisteredFieldTypes[each] extends { readonly '~spec'?: infer Spec }
    ? NonNullable<Spec>
    : never
}[K]
export type FieldSpec = SpecOf<FieldTypeName>
export type Fields = { readonly [name: string]: FieldSpec }

/** A field type without the types of its fields, for generic code. */
export type AnyFieldType = FieldType<
  BaseSpec<string, CommonOptions>,
  (...options: never) => unknown
>
/** Field types by name. Their fields have the same names as `type`. */
export type FieldTypesByName = { readonly [type: string]: AnyFieldType }

/**
 * Field types without the types of their fields. Each of them is only ever given its own fields.
 */
export const asFieldTypes = (types: object) => types as FieldTypesByName

/** The field with its field type and the languages of its application. */
export const withFieldType = <S extends { readonly type: string }>(
  spec: S,
  fieldType: AnyFieldType,
  languages: Languages,
): S => ({
  ...spec,
  [fieldTypeSlot]: new FieldTypeSlot(fieldType, languages),
})

/** The field type of a field. Throws if it has none, because it is misspelt. */
export function fieldTypeOf(spec: {
  readonly type: string
  readonly [fieldTypeSlot]?: FieldTypeSlot<unknown>
}): AnyFieldType {
  const fieldType = findFieldType(spec)
  if (!fieldType) throw new Error(`unknown field type "${spec.type}"`)
  return fieldType
}

/**
 * The field type that the field carries. A field that was not made by `field.<type>()`, for example
 * one for a column that is no longer declared, can only be of a built-in type.
 */
export function findFieldType(spec: {
  readonly type: string
  readonly [fieldTypeSlot]?: FieldTypeSlot<unknown>
}): AnyFieldType | undefined {
  // Only `withFieldType` creates slots.
  return (
    (spec[fieldTypeSlot]?.fieldType as AnyFieldType | undefined) ??
    findIn(asFieldTypes(builtInFieldTypes), spec.type)
  )
}

/**
 * The samples of field types, whose fields carry their types. A type that users never fill in has
 * none.
 */
export const samplesOf = (types: object, languages: Languages = onlyEnglish) =>
  Object.entries(asFieldTypes(types)).flatMap(([name, fieldType]) =>
    // The field of a sample is one of its type.
    fieldType.sample
      ? [
          {
            name,
            fieldType,
            ...fieldType.sample,
            field: withFieldType(fieldType.sample.field, fieldType, languages) as FieldSpec,
          },
        ]
      : [],
  )

const findIn = (types: FieldTypesByName, name: string) =>
  Object.hasOwn(types, name) ? types[name] : undefined

/** The constructors of fields for declarations. */
export type FieldConstructors<Types> = {
  readonly [K in keyof Types]: Types[K] extends { readonly make: infer Make } ? Make : never
}

/**
 * Creates the `field` of an application from its field types and languages. A misspelt type returns
 * a field of that unknown type. Validation at startup reports it with its location, which is not
 * known here.
 */
export function createFields<const Types extends object>(
  types: Types,
  { languages = onlyEnglish }: { readonly languages?: Languages } = {},
): FieldConstructors<Types> {
  const constructors = Object.fromEntries(
    Object.entries(asFieldTypes(types)).map(([name, fieldType]) => {
      // The options are those of `make`, which the compiler checks where it is called.
      const make = fieldType.make as (
        ...options: readonly unknown[]
      ) => BaseSpec<string, CommonOptions>
      return [
        name,
        (...options: readonly unknown[]) => withFieldType(make(...options), fieldType, languages),
      ]
    }),
  )
  return new Proxy(constructors, {
    get: (target, name) =>
      typeof name === 'symbol' || Object.hasOwn(target, name)
        ? Reflect.get(target, name)
        : () => ({ type: name, options: {} }),
  }) as FieldConstructors<Types>
}

/** The constructors of the built-in field types, for resources that come with packages. */
export const builtInField = createFields(builtInFieldTypes)

/** Whether the values are stored encrypted and shown masked. */
export const isEncrypted = (spec: FieldSpec) =>
  fieldTypeOf(spec).family === 'secret' ||
  ('encrypted' in spec.options && spec.options.encrypted === true)

/** The family that decides how SQL, filters and files handle the field's values. */
export const familyOf = (spec: FieldSpec): Family =>
  isEncrypted(spec) ? 'secret' : fieldTypeOf(spec).family

export const isSortable = (spec: FieldSpec) =>
  !['choices', 'ids', 'secret', 'file', 'none'].includes(familyOf(spec))

export const isFieldType = <K extends FieldSpec['type']>(
  spec: FieldSpec,
  type: K,
): spec is Extract<FieldSpec, { type: K }> => spec.type === type

export const hasTrait = (spec: Pick<FieldSpec, 'type'>, trait: Trait) =>
  fieldTypeOf(spec).traits.includes(trait)

/** Whether a new record may omit the value because it is derived from another field. */
export const isDerived = (spec: FieldSpec) =>
  'derivedFrom' in spec.options && spec.options.derivedFrom !== undefined

type ValueOf<S> = S extends { readonly '~value'?: infer V } ? Exclude<V, undefined> : never
type IsOptional<S> = S extends { readonly options: { readonly optional: true } } ? true : false

type ValueFields<F extends Fields> = {
  [N in keyof F as F[N] extends { type: 'many' } ? never : N]: F[N]
}

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
