import { createContext, useContext } from 'react'
import type { Registry } from '#packages/schema/registry.ts'

export const RegistryContext = createContext<Registry | null>(null)

/** Returns the resources of the application. Throws outside the console. */
export function useRegistry(): Registry {
  const registry = useContext(RegistryContext)
  if (!registry) throw new Error('useRegistry is only for pages of the console')
  return registry
}
