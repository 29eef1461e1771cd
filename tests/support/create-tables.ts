/** The tables of an application that has no migrations. */
import type { ServerApp } from '@matricola/server/app/server-app.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { createSearchExtension } from '@matricola/server/database/pack-tables.ts'
import { ensureSettings } from '@matricola/server/database/settings.ts'
import { generateDrizzleJson, generateMigration } from '#tests/support/migration-tool.ts'

/** Creates the tables of an application, and its settings. */
export async function createTables(database: Database, { registry, defineTables }: ServerApp): Promise<void> {
  const tables = Object.assign({}, ...defineTables().map((pack) => pack.tables))
  await database.query(createSearchExtension)
  for (const statement of await generateMigration(generateDrizzleJson({}), generateDrizzleJson(tables))) await database.query(statement)
  await ensureSettings(database, registry)
}
