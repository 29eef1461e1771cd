/** A university whose staff import files. */
import type { Context } from '@matricola/server/context.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { createImportApp, type ImportApp } from '@matricola/testing/import-app.ts'
import { startApp } from './app.ts'

export const startImportApp = async (
  open?: () => Promise<Database>,
  parts?: Partial<Context>,
): Promise<ImportApp> => createImportApp(await startApp(open, parts), 'secretary')
