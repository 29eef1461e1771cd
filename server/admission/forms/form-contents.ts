/** The contents of published versions, and which of them an application has answered. */
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { FormAnswers, FormContent } from '#resources/admission/form-content.ts'
import { applicationFormVersions } from '#resources/application-form-versions.ts'

const version = table(applicationFormVersions)

/**
 * Contents by version id. Published content never changes; a shared object also shares the schemas
 * that were compiled for its items.
 */
const contents = new Map<string, FormContent>()
const maxCached = 20

/** Returns the content of a published version. Throws if there is no such version. */
export async function readFormContent(queries: Queries, id: string): Promise<FormContent> {
  const cached = contents.get(id)
  if (cached) return cached
  const [row] = await runStatement(
    queries,
    sql`select ${pick(columns(version, 'content'))} from ${version} where ${version.id} = ${id}::uuid`,
  )
  if (!row?.content) throw new Error(`form version ${id} is missing`)
  storeInCache(contents, id, row.content)
  return row.content
}

/** Adds an entry, and removes the oldest one of a full cache. */
export function storeInCache<T>(cache: Map<string, T>, id: string, value: T): void {
  const [oldest] = cache.keys()
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest)
  cache.set(id, value)
}

/** The stored answers of an application. The declaration gives the fields these types. */
export const answersOf = ({ answers }: Values) => (answers ?? {}) as FormAnswers
export const laterVersionsOf = ({ formVersionIds }: Values) =>
  (formVersionIds ?? []) as readonly string[]

/** The version that the application was sent with, and later ones that it has answered. */
export const versionsOf = (values: Values): readonly string[] => [
  ...(typeof values.formVersionId === 'string' ? [values.formVersionId] : []),
  ...laterVersionsOf(values),
]
