/** Titles of the records of a batch. A reference among their parts stands for the record that it names. */
import { isReadable } from '#model/access.ts'
import { fieldOf, isKind, titleSeparator } from '#model/resource.ts'
import { shownIn } from '#model/translations.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { titlesIn } from '../reading/history.ts'
import { partText } from '../reading/reading.ts'
import type { Source } from '../source.ts'
import type { Batch, BatchResult, RowResult, TitlePart } from './types.ts'

/** The parts of a record's title as the permit's role reads it. */
export const titleIn = ({ resource, role, language }: Permit, values: Values): TitlePart[] =>
  resource.title
    .filter((name) => isReadable(resource, role, name))
    .flatMap((name): TitlePart[] => {
      const { value = null } = shownIn(resource, values, name, language)
      if (value === null) return []
      const spec = fieldOf(resource, name)
      const text = String(partText(resource, name, value instanceof Date ? value.toISOString() : value))
      return [isKind(spec, 'reference') ? { of: spec.to, id: text } : text]
    })

/** The answers, with what references in titles are called. Only the rows of a job are listed by their titles. */
export async function withTitles(source: Source, { permit, jobId }: Batch, rows: readonly RowResult[]): Promise<BatchResult[]> {
  const ids = new Map<string, Set<string>>()
  const named = rows.flatMap(({ title }) => title.filter((part) => typeof part === 'object'))
  for (const { of, id } of jobId === null ? [] : named) ids.set(of, (ids.get(of) ?? new Set()).add(id))
  const found = await Promise.all([...ids].map(([of, wanted]) => titlesIn(source, permit, resourceNamed(of), [...wanted])))
  const titles = new Map(found.flat())
  return rows.map(({ title, ...row }) => ({
    ...row,
    title: title.flatMap((part) => (typeof part === 'string' ? part : (titles.get(part.id) ?? []))).join(titleSeparator(permit.resource)),
  }))
}
