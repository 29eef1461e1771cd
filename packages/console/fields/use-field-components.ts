import { useConsole } from '../app/console-context.ts'
import { componentsByFolder, type FieldComponents } from './field-type-components.ts'

interface TypedSpec {
  readonly type: string
}

const componentsOfOwnTypes = componentsByFolder(
  import.meta.glob<object>('../../schema/field-types/*/components.tsx', {
    import: 'components',
    eager: true,
  }),
)

/**
 * Returns the input of a field: the one that its declaration names, or that of its type. Throws if
 * the type has none.
 */
export const useInputComponent = (spec: TypedSpec, name: string | undefined) =>
  useFieldComponent('Input', spec, name)

/**
 * Returns the display of a field: the one that its declaration names, or that of its type. Throws
 * if the type has none.
 */
export const useValueComponent = (spec: TypedSpec, name: string | undefined) =>
  useFieldComponent('Value', spec, name)

function useFieldComponent<K extends keyof FieldComponents>(
  kind: K,
  { type }: TypedSpec,
  name: string | undefined,
): FieldComponents[K] {
  const { fieldComponents = {}, fieldTypeComponents = {} } = useConsole()
  const named = name === undefined ? undefined : fieldComponents[name]?.[kind]
  const component = named ?? (fieldTypeComponents[type] ?? componentsOfOwnTypes[type])?.[kind]
  if (!component)
    throw new Error(`field type ${type} has no components.tsx that exports "components"`)
  return component
}
