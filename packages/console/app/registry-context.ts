import type { Registry } from '@matricola/schema/registry.ts'
import { createContext, useContext } from 'react'

export const RegistryContext = createContext<Registry | null>(null)

/** Returns the resources of the application. Throws outside the console. */
export function useRegistry(): Registry {
  const registry = useContext(RegistryContext)
  if (!registry) throw new Error('useRegistry is only for pages of the console')
  return registry
}
