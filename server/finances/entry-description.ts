import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { settings } from '#resources/settings.ts'

const settingsRow = table(settings)

type Params = { readonly [name: string]: string | number }

/**
 * Returns the description of a charge by the system, in the university's language, in which the
 * ledger is kept.
 */
export async function entryDescription(
  texts: Context['texts'],
  queries: Queries,
  key: string,
  params: Params,
): Promise<string> {
  const [settings] = await runStatement(
    queries,
    sql`select ${pick({ language: settingsRow.language })} from ${settingsRow} limit 1`,
  )
  if (!settings) throw new Error('the settings record is missing')
  return texts.text(settings.language, `server:charges.${key}`, params).slice(0, 160)
}
