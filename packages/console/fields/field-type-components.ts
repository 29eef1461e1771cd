/** Components of a field type: `components.tsx` in its folder of `packages/schema/field-types/` or `custom/field-types/`, next to `type.ts`, which defines its values. */

import type { FieldTypeName, SpecOf } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { ReactNode } from 'react'
import type { FieldComponentUse } from '../../../resources/field-components.ts'
import { customFieldTypeComponents } from '../../../src/custom/field-type-components.ts'
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
/** Maps each name to the components that its uses require: `Input` for `input`, `Value` for `display`. */
export type FieldComponentsOf<Named extends { readonly [name: string]: readonly FieldComponentUse[] }> = {
  readonly [N in keyof Named]: Pick<FieldComponents, { input: 'Input'; display: 'Value' }[Named[N][number]]>
}

export interface FieldTypeComponents<K extends FieldTypeName> {
  /** Edits a value. */
  readonly Input: InputComponent<K>
  /** Displays a value in lists and on pages. */
  readonly Value: (props: ValueProps<K>) => ReactNode
}

type ComponentModules = { readonly [path: string]: FieldTypeComponents<FieldTypeName> | undefined }
const programComponents: ComponentModules = import.meta.glob(
  ['../../schema/field-types/*/components.tsx', '../../../resources/field-types/*/components.tsx'],
  { import: 'components', eager: true },
)
const componentsByType = new Map(
  Object.entries({ ...programComponents, ...customFieldTypeComponents } as ComponentModules).map(([path, components]) => [
    /([^/]+)\/components\.tsx$/.exec(path)?.[1],
    components,
  ]),
)

/** Returns the components of a field type. Throws if it has none. */
export function getFieldTypeComponents({ type }: { readonly type: string }): FieldTypeComponents<FieldTypeName> {
  const components = componentsByType.get(type)
  if (!components) throw new Error(`field type ${type} has no components.tsx that exports "components"`)
  return components
}
