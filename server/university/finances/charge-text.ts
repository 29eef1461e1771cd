import { settings } from '#resources/settings.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { pick, run, sql, table } from '#server/engine/sql/typed.ts'

const t = table(settings, 't')

type Params = { readonly [name: string]: string | number }

/** Text of a charge that the program books: in the university's language, which its books are kept in. */
export async function chargeText(texts: Context['texts'], queries: Queries, key: string, params: Params): Promise<string> {
  const [settings] = await run(queries, sql`select ${pick({ language: t.language })} from ${t} limit 1`)
  if (!settings) throw new Error('the settings are missing')
  return texts.text(settings.language, `server:charges.${key}`, params).slice(0, 160)
}
