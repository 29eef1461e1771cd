/** Databases of the tested application. */
import { migrate } from '@matricola/server/database/migrate.ts'
import { ensureSettings } from '@matricola/server/database/settings.ts'
import { createTestDatabases } from '@matricola/testing/databases.ts'
import { testedApp } from './tested-app.ts'

/** Migrations of all packs. */
export const migrations = testedApp.readMigrations()

export const { allEngines, engines, openTestDatabase, openUnsharedDatabase, prepareEmbeddedTemplate } = createTestDatabases({
  registry: testedApp.registry,
  version: async () => migrations.flatMap((pack) => pack.migrations.map(({ hash }) => hash)).join(),
  async createTables(database) {
    await migrate(database, migrations)
    await ensureSettings(database, testedApp.registry)
  },
})
