/** The tables of an application that has no migrations. */
import type { Registry } from '@matricola/schema/registry.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { ensureSettings } from '@matricola/server/database/settings.ts'
import { defineLinkTables, defineTable } from '@matricola/server/database/table.ts'
import * as account from '@matricola/server/database/tables/account.ts'
import * as file from '@matricola/server/database/tables/file.ts'
import * as history from '@matricola/server/database/tables/history.ts'
import * as jobs from '@matricola/server/database/tables/jobs.ts'
import * as mail from '@matricola/server/database/tables/mail.ts'
import * as meta from '@matricola/server/database/tables/meta.ts'
import * as session from '@matricola/server/database/tables/session.ts'
import type { PgTable } from 'drizzle-orm/pg-core'
import { generateDrizzleJson, generateMigration } from '#tests/support/migration-tool.ts'

/** Creates the tables of an application's resources and those that every application has, with the settings. */
export async function createTables(database: Database, registry: Registry): Promise<void> {
  // The indexes for searches need it. The first migration of the university creates it.
  await database.query('create extension if not exists pg_trgm')
  for (const statement of await generateMigration(generateDrizzleJson({}), generateDrizzleJson(tablesOf(registry))))
    await database.query(statement)
  await ensureSettings(database, registry)
}

function tablesOf({ resources }: Registry): object {
  const idColumnOf = (name: string) => (tables[name] as PgTable & { id: never }).id
  const tables: { [name: string]: PgTable } = {}
  for (const resource of resources) tables[resource.name] = defineTable(resource, idColumnOf)
  return {
    ...{ ...account, ...file, ...history, ...jobs, ...mail, ...meta, ...session },
    ...tables,
    ...Object.assign({}, ...resources.map((resource) => defineLinkTables(resource, idColumnOf))),
  }
}
