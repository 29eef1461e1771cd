/**
 * Exports of very many records, which the server reads in chunks so that other requests are not
 * delayed.
 */

import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { library, libraryEngines, startLibraryApp } from '@matricola/testing/library/app.ts'
import { readWorkbook } from '@matricola/testing/parse-workbook.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordsOf } from '../../../records/store.ts'

describe.each(libraryEngines)('exports of twelve thousand records on $engine', ({ open }) => {
  const many = 12_000
  let api: TestApp
  const admin = createCaller('admin')
  const path = endpointsOf(library.registry.get('volumes')).export.path

  beforeAll(async () => {
    api = await startLibraryApp(open)
    const book = await api.call<WireRecord>(admin, 'POST', '/api/books/create', {
      title: 'Ion',
      isbn: '9780000000001',
    })
    // Inserted in chunks: each row is in many indexes, and a statement may take ten seconds at most.
    for (let from = 1; from < many; from += 2000)
      await api.context.database.query(
        `insert into volumes (id, name, name_key, code, code_key, description, book_id, part, floor, copies, search_text)
         select gen_random_uuid(), 'Masă ' || lpad(i::text, 5, '0'), 'masa{ ' || lpad(i::text, 5, '0'), 'MANY-' || i, 'many-' || i,
           repeat('long ', 790), $1, 4, 1 + i % 2, 1 + i % 30, 'masa'
         from generate_series($2::int, $2::int + 1999) i`,
        [book.data.id, from],
      )
    recordsOf(api.context).invalidateTotals('volumes')
  })
  afterAll(() => api.close())

  test.each(['csv', 'json', 'xlsx'])(
    'contain every record once and in order, as %s',
    async (format) => {
      const answer = await api.app.inject({
        method: 'GET',
        url: `${path}?filters[part]=4&sort=-name&columns=name,copies&format=${format}`,
        headers: { 'x-test-caller': admin.id },
      })
      const expected = Array.from(
        { length: many },
        (_, i) => `Masă ${String(many - i).padStart(5, '0')}`,
      )
      const found =
        format === 'csv'
          ? (parse(answer.body, { bom: true }) as string[][]).slice(1).map(([name]) => name)
          : format === 'json'
            ? (JSON.parse(answer.body) as { name: string }[]).map(({ name }) => name)
            : readWorkbook(answer.rawPayload)
                .rows.slice(1)
                .map((row) => row.A?.value)
      expect(found).toEqual(expected)
    },
  )

  test('end when the client disconnects, and delay no other call', async () => {
    const { database } = api.context
    const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
    const { query } = database
    let chunks = 0
    Object.assign(database, {
      query: (text: string, values?: readonly unknown[]) => {
        if (/WITH ORDINALITY/.test(text)) chunks++
        return query(text, values)
      },
    })
    const others = async () => {
      for (let i = 0; i < 10; i++)
        expect(
          (
            await api.call<Page<WireRecord>>(
              admin,
              'GET',
              `/api/volumes?filters[part]=4&search=${i}`,
            )
          ).status,
        ).toBe(200)
    }
    try {
      const controller = new AbortController()
      const answer = await fetch(`${address}${path}?filters[part]=4&columns=name,description`, {
        headers: { 'x-test-caller': admin.id },
        signal: controller.signal,
      })
      const reader = answer.body?.getReader()
      await reader?.read()
      await others()
      controller.abort()
      await expect(reader?.read()).rejects.toThrow()
      await others()
      expect(chunks).toBeGreaterThan(0)
      expect(chunks).toBeLessThan(many / (database.engine === 'embedded' ? 500 : 2000))
    } finally {
      Object.assign(database, { query })
    }
  })
})
