import { isReadable } from '@matricola/schema/access.ts'
import { fieldTypeOf, isFieldType } from '@matricola/schema/field.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, storedEntries } from '@matricola/schema/resource-fields.ts'
import { nameAndTranslations } from '@matricola/schema/translations.ts'
import { searchWords } from '@matricola/schema/values/folding.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { blindIndexColumnOf, columnNameOf, tableNameOf } from '../../database/names.ts'
import type { SecretKeys } from '../../secret-keys.ts'
import { blindIndex } from '../../sql/cipher.ts'
import { likePattern, type Parameters } from '../../sql/parameters.ts'
import { foldedSql } from '../../sql/value-sql.ts'
import type { CheckedQuery } from './parse-list-query.ts'

const maxSearchWords = 6

/**
 * Returns the condition that row `r` contains every word of a search. Only fields that the role may
 * read are searched, so that a search reveals nothing about other fields. A complete encrypted
 * value, such as a national id, finds its record through the blind index.
 */
export function searchSql(
  resource: AnyResource,
  role: Role,
  { search, searchIn }: Pick<CheckedQuery, 'search' | 'searchIn'>,
  scope: { parameters: Parameters; keys: SecretKeys },
): string {
  const complete = Object.values(registryOf(resource).fieldTypes).flatMap(
    ({ valueOfSearch }) => valueOfSearch?.(search) ?? [],
  )[0]
  const words = complete === undefined ? searchWords(search).slice(0, maxSearchWords) : [complete]
  if (words.length === 0) return 'TRUE'
  const isSearched = (name: string) =>
    isReadable(resource, role, name) && (searchIn === undefined || searchIn.includes(name))
  const searched = resource.list.search ?? []
  // Translated texts are searched in every language.
  const readable = searched.filter(isSearched)
  const searchedReferences = (resource.list.searchThrough ?? []).filter(isSearched)
  return words.map((word) => wordSql(word)).join(' AND ')

  function wordSql(word: string): string {
    const found: string[] = []
    if (readable.length > 0) {
      const pattern = scope.parameters.add(likePattern(word), 'text')
      const texts =
        readable.length === searched.length
          ? ['r.search_text']
          : readable
              .flatMap((name) => nameAndTranslations(resource, name))
              .flatMap((name) => foldedSql(resource, name, 'r') ?? [])
      found.push(...texts.map((sql) => `${sql} LIKE ${pattern}`))
    }
    for (const name of searchedReferences) {
      const spec = fieldOf(resource, name)
      if (!isFieldType(spec, 'reference')) continue
      const pattern = scope.parameters.add(likePattern(word), 'text')
      found.push(
        `r.${columnNameOf(name)} IN (SELECT t.id FROM ${tableNameOf({ name: spec.to })} t WHERE t.search_text LIKE ${pattern})`,
      )
    }
    for (const [name, spec] of storedEntries(resource)) {
      const value = isSearched(name) ? fieldTypeOf(spec).valueOfSearch?.(word) : undefined
      if (value)
        found.push(
          `r.${blindIndexColumnOf(name)} = ${scope.parameters.add(blindIndex(value, scope.keys), 'text')}`,
        )
    }
    return found.length === 0 ? 'FALSE' : `(${found.join(' OR ')})`
  }
}
