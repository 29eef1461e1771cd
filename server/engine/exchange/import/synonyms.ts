/** Words in files that a user replaced with others. They are stored for later files of this university. */
import { familyOf } from '#model/field.ts'
import { formerNames, nameNow } from '#model/former-names.ts'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import { fold } from '#model/values/folding.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { importSynonym } from '#server/engine/sql/tables.ts'
import { columns, pick, run, sql, table, to } from '#server/engine/sql/typed.ts'

const s = table(importSynonym, 's')

/** Whether replacements for the field are stored. Free text and names of people are excluded: a replacement fits only one record. */
export function hasSynonyms(resource: AnyResource, field: string): boolean {
  const spec = fieldOf(resource, field)
  if (!isKind(spec, 'reference')) return ['word', 'boolean'].includes(familyOf(spec))
  const target = resourceNamed(spec.to)
  return !target.title.some((name) => {
    const { options } = fieldOf(target, name)
    return 'pattern' in options && options.pattern === 'personName'
  })
}

interface Word {
  readonly field: string
  readonly word: string
}

/** Stores the replacement of a word, overwriting an earlier one. */
export async function rememberSynonym(
  queries: Queries,
  resource: AnyResource,
  { field, word, meaning, now }: Word & { readonly meaning: string; readonly now: Date },
): Promise<void> {
  if (!hasSynonyms(resource, field)) return
  await run(
    queries,
    sql`insert into ${to(s, 'resource', 'field', 'word', 'meaning', 'used_at')}
     values (${resource.name}, ${field}, ${fold(word)}, ${meaning}, ${now.toISOString()})
     on conflict (resource, field, word) do update set meaning = excluded.meaning, used_at = excluded.used_at`,
  )
}

/**
 * Returns a function that looks up earlier replacements; it returns undefined for a word without one. Stored words are folded again,
 * because an earlier version may have folded them differently; if several are now the same word, the latest counts.
 */
export async function synonymsOf(
  queries: Queries,
  resource: AnyResource,
  words: readonly Word[],
): Promise<(word: Word) => string | undefined> {
  const fields = [...new Set(words.map(({ field }) => field))].filter((field) => Object.hasOwn(resource.fields, field))
  const named = fields.flatMap((field) => [field, ...formerNames(fieldOf(resource, field))])
  const rows = await run(
    queries,
    sql`select ${pick(columns(s, 'field', 'word', 'meaning'))} from ${s}
     where ${s.resource} = ${resource.name} and ${s.field} = any(${named}::text[]) order by ${s.used_at}`,
  )
  const known = new Map(rows.map(({ field, word, meaning }) => [`${nameNow(resource, field)} ${fold(word)}`, meaning]))
  return ({ field, word }) => (hasSynonyms(resource, field) ? known.get(`${field} ${fold(word)}`) : undefined)
}
