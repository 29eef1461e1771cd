import { isReadable } from '@matricola/schema/access.ts'
import { type AnyResource, fieldOf, isFieldType, storedEntries } from '@matricola/schema/resource.ts'
import { nameAndTranslations } from '@matricola/schema/translations.ts'
import { compactCode } from '@matricola/schema/values/characters.ts'
import { searchWords } from '@matricola/schema/values/folding.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { findNationalIdError } from '../../../../resources/field-types/nationalId/national-id.ts'
import { blindIndexColumnOf, columnNameOf, tableNameOf } from '../../database/names.ts'
import type { SecretKeys } from '../../secret-keys.ts'
import { blindIndex } from '../../sql/cipher.ts'
import { likePattern, type Parameters } from '../../sql/parameters.ts'
import { foldedSql } from '../../sql/value-sql.ts'
import type { CheckedQuery } from './list-query.ts'

const maxSearchWords = 6

/**
 * Returns the condition that row `r` contains every word of a search. Only fields that the role may read are searched, so that a
 * search reveals nothing about other fields. A complete CNP (national id) finds its record through the blind index.
 */
export function searchSql(
  resource: AnyResource,
  role: Role,
  { search, searchIn }: Pick<CheckedQuery, 'search' | 'searchIn'>,
  scope: { parameters: Parameters; keys: SecretKeys },
): string {
  // A CNP can be entered in groups, as printed on the identity card.
  const compact = compactCode(search)
  const words = findNationalIdError(compact) === null ? [compact] : searchWords(search).slice(0, maxSearchWords)
  if (words.length === 0) return 'TRUE'
  const isSearched = (name: string) => isReadable(resource, role, name) && (searchIn === undefined || searchIn.includes(name))
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
          : readable.flatMap((name) => nameAndTranslations(resource, name)).flatMap((name) => foldedSql(resource, name, 'r') ?? [])
      found.push(...texts.map((sql) => `${sql} LIKE ${pattern}`))
    }
    for (const name of searchedReferences) {
      const spec = fieldOf(resource, name)
      if (!isFieldType(spec, 'reference')) continue
      const pattern = scope.parameters.add(likePattern(word), 'text')
      found.push(`r.${columnNameOf(name)} IN (SELECT t.id FROM ${tableNameOf({ name: spec.to })} t WHERE t.search_text LIKE ${pattern})`)
    }
    if (findNationalIdError(word) === null) {
      for (const [name, spec] of storedEntries(resource))
        if (isFieldType(spec, 'nationalId') && isSearched(name))
          found.push(`r.${blindIndexColumnOf(name)} = ${scope.parameters.add(blindIndex(word, scope.keys), 'text')}`)
    }
    return found.length === 0 ? 'FALSE' : `(${found.join(' OR ')})`
  }
}
