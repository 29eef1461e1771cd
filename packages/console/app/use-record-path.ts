import { recordPath } from '@matricola/schema/areas.ts'
import { useRegistry } from './console-context.ts'
import { useUser } from './user-context.ts'

/**
 * Returns a function for the path of a record's page in the user's area; null if there is no such
 * page.
 */
export function useRecordPath(): (resource: string, id: string) => string | null {
  const registry = useRegistry()
  const { role } = useUser()
  return (resource, id) => recordPath(registry, resource, id, role)
}
