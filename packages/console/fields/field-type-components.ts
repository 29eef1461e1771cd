/**
 * Components of a field type: `components.tsx` in its folder, next to `type.ts`, which defines its
 * values.
 */

import type { FieldComponentUses } from '@matricola/schema/checks/field-components.ts'
import type { FieldTypeName, SpecOf } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { ReactNode } from 'react'
import type { InputComponent, InputProps } from './input.ts'

export interface FieldValueProps {
  readonly resource: AnyResource
  readonly name: string
  readonly record: WireRecord
  /** Set in columns, where parts that all rows share can be left out. */
  readonly isShort?: boolean
}

export interface ValueProps<K extends FieldTypeName = FieldTypeName> extends FieldValueProps {
  readonly spec: SpecOf<K>
  /** The value is never empty. */
  readonly value: unknown
}

/** The components of a single field. */
export interface FieldComponents {
  readonly Input: (props: InputProps) => ReactNode
  readonly Value: (props: ValueProps) => ReactNode
}
/**
 * Maps each name to the components that its uses require: `Input` for `input`, `Value` for
 * `display`.
 */
export type FieldComponentsOf<Named extends FieldComponentUses> = {
  readonly [N in keyof Named]: Pick<
    FieldComponents,
    { input: 'Input'; display: 'Value' }[Named[N][number]]
  >
}

export interface FieldTypeComponents<K extends FieldTypeName> {
  /** Edits a value. */
  readonly Input: InputComponent<K>
  /** Displays a value in lists and on pages. */
  readonly Value: (props: ValueProps<K>) => ReactNode
}

export type FieldComponentsByName = {
  readonly [name: string]: Partial<FieldComponents> | undefined
}
export type FieldTypeComponentsByType = {
  readonly [type: string]: FieldTypeComponents<FieldTypeName> | undefined
}

// Names components after the folders of their field types. `modules` is the result of
// `import.meta.glob('…/field-types/*/components.tsx', { import: 'components', eager: true })`.
export const componentsByFolder = (modules: {
  readonly [path: string]: object
}): FieldTypeComponentsByType =>
  Object.fromEntries(
    Object.entries(modules).map(([path, components]) => [
      /([^/]+)\/components\.tsx$/.exec(path)?.[1],
      components as FieldTypeComponents<FieldTypeName>,
    ]),
  )
