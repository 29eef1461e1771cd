import type { Http } from '@matricola/providers/http.ts'
import type { Providers } from '@matricola/providers/providers.ts'
import { type SessionState, useSessionState } from '@matricola/providers/session.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireRecord, WireUser } from '@matricola/schema/wire/wire.ts'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type {
  FieldComponentsByName,
  FieldTypeComponentsByType,
} from '../fields/field-type-components.ts'
import type { AppIconName } from '../icons/icon.tsx'
import type { ConsoleScreens } from '../screens/page-props.ts'
import { useUser } from './user-context.ts'

/** A page of the application that belongs to no resource. */
export interface ConsoleRoute {
  /** The whole path. `:id` matches only the id of a record. */
  readonly path: string
  readonly Page: ComponentType
}

/** A link from a record to another page, on the record's page and in its row of the list. */
export interface RecordLink {
  readonly to: string
  /** Text key of the label. */
  readonly labelKey: string
  readonly icon: AppIconName
}

/** Links of records, by resource. Null if the record has none or the user may not open its page. */
export type RecordLinks<ResourceName extends string = string> = {
  readonly [N in ResourceName]?: (record: WireRecord, user: WireUser) => RecordLink | null
}

/** Parts that an application passes to its console. */
export interface ConsoleProps {
  /** Name of the product, the same in every language. Shown above the menu and in titles. */
  readonly name: string
  readonly registry: Registry
  readonly providers: Providers
  /** The home page of each role. */
  readonly home: ComponentType<{ readonly role: Role }>
  /** The page for a user's own account, if it shows more than the framework's. */
  readonly account?: ComponentType
  /** Pages that replace the generated ones and those of the framework. */
  readonly screens?: ConsoleScreens
  /** Pages of a role's area that belong to no resource. */
  readonly routes?: (role: Role) => readonly ConsoleRoute[]
  readonly recordLinks?: RecordLinks
  /**
   * Components of the application's field types, by the name of the type. Those of the framework's
   * types are always there.
   */
  readonly fieldTypeComponents?: FieldTypeComponentsByType
  /**
   * Components of individual fields, by the names that declarations use. Unknown names are rejected
   * at startup.
   */
  readonly fieldComponents?: FieldComponentsByName
  /** Drawings of the application's icons on an 18 px grid, by the names that declarations use. */
  readonly icons?: { readonly [name: string]: ReactNode }
  /** Letters that open pages of the menu after `G`, by the key of the page or of the section. */
  readonly shortcuts?: { readonly [page: string]: string }
}

export const ConsoleContext = createContext<ConsoleProps | null>(null)

/** Returns what the application passed to its console. Throws outside the console. */
export function useConsole(): ConsoleProps {
  const props = useContext(ConsoleContext)
  if (!props) throw new Error('useConsole is only for pages of the console')
  return props
}

/** Returns the application's link of a record, or null. */
export function useRecordLink({ name }: AnyResource, record: WireRecord): RecordLink | null {
  const user = useUser()
  return useConsole().recordLinks?.[name]?.(record, user) ?? null
}

/** Returns the resources of the application. Throws outside the console. */
export const useRegistry = (): Registry => useConsole().registry

export const useProviders = (): Providers => useConsole().providers

/** Returns the HTTP client, for calls that no hook of Refine makes. */
export const useHttp = (): Http => useProviders().http

export const useSession = (): SessionState => useSessionState(useProviders().session)
