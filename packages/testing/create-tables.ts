/** The tables of an application that has no migrations. */
import type { ServerApp } from '@matricola/server/app/server-app.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { createSearchExtension } from '@matricola/server/database/pack-tables.ts'
import { ensureSettings } from '@matricola/server/database/settings.ts'
import { generateDrizzleJson, generateMigration } from './migration-tool.ts'

/** Returns the statements that create the tables of an application. */
export async function tableStatements({ defineTables }: ServerApp): Promise<readonly string[]> {
  const tables = Object.assign({}, ...defineTables().map((pack) => pack.tables))
  return [
    createSearchExtension,
    ...(await generateMigration(generateDrizzleJson({}), generateDrizzleJson(tables))),
  ]
}

/** Creates the tables of an application, and its settings. */
export async function createTables(database: Database, app: ServerApp): Promise<void> {
  for (const statement of await tableStatements(app)) await database.query(statement)
  await ensureSettings(database, app.registry)
}
