import type { Registry } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { type ComponentType, createContext, useContext } from 'react'
import type { FieldComponentsByName, FieldTypeComponentsByType } from '../fields/field-type-components.ts'
import type { ConsoleScreens } from '../screens/page-props.ts'

/** A page of the application that belongs to no resource. */
export interface ConsoleRoute {
  /** The whole path. `:id` matches only the id of a record. */
  readonly path: string
  readonly Page: ComponentType
}

/** What an application passes to its console. */
export interface ConsoleProps {
  readonly registry: Registry
  /** The home page of each role. */
  readonly home: ComponentType<{ readonly role: Role }>
  /** Pages that replace the generated ones and those of the framework. */
  readonly screens?: ConsoleScreens
  /** Pages of a role's area that belong to no resource. */
  readonly routes?: (role: Role) => readonly ConsoleRoute[]
  /** Components of the application's field types, by the name of the type. Those of the framework's types are always there. */
  readonly fieldTypeComponents?: FieldTypeComponentsByType
  /** Components of individual fields, by the names that declarations use. Unknown names are rejected at startup. */
  readonly fieldComponents?: FieldComponentsByName
}

export const ConsoleContext = createContext<ConsoleProps | null>(null)

/** Returns what the application passed to its console. Throws outside the console. */
export function useConsole(): ConsoleProps {
  const props = useContext(ConsoleContext)
  if (!props) throw new Error('useConsole is only for pages of the console')
  return props
}

/** Returns the resources of the application. Throws outside the console. */
export const useRegistry = (): Registry => useConsole().registry
