/** The functions of drizzle-kit that compare tables, for tests. */
import { createRequire } from 'node:module'
import type { Snapshot } from '@matricola/server/database/schema-changes/snapshot.ts'

interface MigrationTool {
  generateDrizzleJson(tables: object, before?: string): Snapshot
  generateMigration(before: object, after: object): Promise<string[]>
}
// With `import`, this package would load a build that needs `require`, which ES modules do not
// have.
export const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
  'drizzle-kit/api',
) as MigrationTool

// drizzle-kit adds an enumerable property `random` to arrays. Test files share modules and built-in
// objects, and the PDF reader does not work with this property.
Object.defineProperty(Array.prototype, 'random', { enumerable: false })
