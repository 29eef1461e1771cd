import type { Language } from '#model/vocabulary.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'

type Params = { readonly [name: string]: string | number }

/** What a charge that the program books is called: in the university's language, which its books are kept in. */
export async function chargeText(texts: Context['texts'], queries: Queries, key: string, params: Params): Promise<string> {
  const [settings] = await queries.query<{ language: Language }>('select language from settings limit 1')
  if (!settings) throw new Error('the settings are missing')
  return texts.text(settings.language, `server:charges.${key}`, params).slice(0, 160)
}
