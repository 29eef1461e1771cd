/** Hooks of the fixture. */
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'

/** Requires that the part of a volume is one of its book's parts. */
export const volumeHooks = ({ database }: Pick<Context, 'database'>): Hooks => ({
  validate: {
    fields: ['part', 'bookId'],
    async work(writes) {
      const rows = await database.query<{ id: string; parts: number | null }>(
        'select id, parts from books where id = any($1::uuid[])',
        [[...new Set(writes.map(({ record }) => record.bookId))]],
      )
      const parts = new Map(rows.map((row) => [row.id, row.parts]))
      return writes.map(({ record: { bookId, part } }): FieldIssues => {
        const max = parts.get(String(bookId)) ?? Number(part)
        return Number(part) > max ? { part: [{ code: 'number.tooLarge', params: { max } }] } : {}
      })
    },
  },
})
