/** Hooks of the fixture. */
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { RowRefusal } from '@matricola/server/records/batch/types.ts'
import type { ResourceCode } from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'

/**
 * Requires that the part of a volume is one of its book's parts. The action `renumber` refuses
 * volumes that are the last part.
 */
export const volumeHooks = ({ database }: Pick<Context, 'database'>): ResourceCode => ({
  validate: {
    fields: ['part', 'bookId'],
    async work(writes) {
      const parts = await readParts(
        database,
        writes.map(({ record }) => record.bookId),
      )
      return writes.map(({ record: { bookId, part } }): FieldIssues => {
        const max = parts.get(String(bookId)) ?? Number(part)
        return Number(part) > max ? { part: [{ code: 'number.tooLarge', params: { max } }] } : {}
      })
    },
  },
  actions: {
    renumber: {
      async patches(queries, records) {
        const parts = await readParts(
          queries,
          records.map(({ values }) => values.bookId),
        )
        return new Map(
          records.map(({ id, values: { bookId, part } }): [string, Values | RowRefusal] => {
            const max = parts.get(String(bookId)) ?? Number(part)
            return Number(part) < max
              ? [id, { part: Number(part) + 1 }]
              : [
                  id,
                  {
                    verdict: 'state',
                    issues: { part: [{ code: 'number.tooLarge', params: { max } }] },
                  },
                ]
          }),
        )
      },
    },
  },
})

/** Returns the number of parts of each book. */
async function readParts(
  queries: Queries,
  bookIds: readonly unknown[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await queries.query<{ id: string; parts: number | null }>(
    'select id, parts from books where id = any($1::uuid[])',
    [[...new Set(bookIds)]],
  )
  return new Map(rows.map(({ id, parts }) => [id, parts]))
}
