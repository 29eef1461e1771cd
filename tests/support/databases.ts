/** Databases of the tested application. */
import { createTestDatabases, migratedSchema } from '@matricola/testing/databases.ts'
import { testedApp } from './tested-app.ts'

/** Migrations of all packs. */
export const migrations = testedApp.readMigrations()

export const { engines, openTestDatabase, openUnsharedDatabase, prepareEmbeddedTemplate } =
  createTestDatabases(migratedSchema(testedApp))
