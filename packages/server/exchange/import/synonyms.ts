/**
 * Replacements that users chose for words in imported files. They are stored for later imports at
 * this university.
 */
import { familyOf, isFieldType } from '@matricola/schema/field.ts'
import { currentName, formerNames } from '@matricola/schema/former-names.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import type { Queries } from '../../database/database.ts'
import { importSynonymTable } from '../../sql/tables.ts'
import { columns, intoColumns, pick, runStatement, sql, table } from '../../sql/typed.ts'

const importSynonym = table(importSynonymTable)

/**
 * Whether replacements for the field are stored. Free text and names of people are excluded: a
 * replacement fits only one record.
 */
export function storesSynonyms(resource: AnyResource, field: string): boolean {
  const spec = fieldOf(resource, field)
  if (!isFieldType(spec, 'reference')) return ['choice', 'boolean'].includes(familyOf(spec))
  const target = related(resource, spec.to)
  return !target.title.some((name) => {
    const { options } = fieldOf(target, name)
    return 'pattern' in options && options.pattern === 'personName'
  })
}

interface FileWord {
  readonly field: string
  readonly word: string
}

/** Stores the replacement of a word, overwriting an earlier one. */
export async function storeSynonym(
  queries: Queries,
  resource: AnyResource,
  {
    field,
    word,
    replacement,
    now,
  }: FileWord & { readonly replacement: string; readonly now: Date },
): Promise<void> {
  if (!storesSynonyms(resource, field)) return
  await runStatement(
    queries,
    sql`insert into ${intoColumns(importSynonym, 'resource', 'field', 'word', 'replacement', 'used_at')}
     values (${resource.name}, ${field}, ${fold(word)}, ${replacement}, ${now.toISOString()})
     on conflict (resource, field, word) do update set replacement = excluded.replacement, used_at = excluded.used_at`,
  )
}

/**
 * Returns a function that looks up earlier replacements; it returns undefined for a word without
 * one. Stored words are folded again, because an earlier version may have folded them differently;
 * if several are now the same word, the latest counts.
 */
export async function createSynonymLookup(
  queries: Queries,
  resource: AnyResource,
  words: readonly FileWord[],
): Promise<(word: FileWord) => string | undefined> {
  const fields = [...new Set(words.map(({ field }) => field))].filter((field) =>
    Object.hasOwn(resource.fields, field),
  )
  const names = fields.flatMap((field) => [field, ...formerNames(fieldOf(resource, field))])
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(importSynonym, 'field', 'word', 'replacement'))} from ${importSynonym}
     where ${importSynonym.resource} = ${resource.name} and ${importSynonym.field} = any(${names}::text[]) order by ${importSynonym.used_at}`,
  )
  const replacements = new Map(
    rows.map(({ field, word, replacement }) => [
      `${currentName(resource, field)} ${fold(word)}`,
      replacement,
    ]),
  )
  return ({ field, word }) =>
    storesSynonyms(resource, field) ? replacements.get(`${field} ${fold(word)}`) : undefined
}
