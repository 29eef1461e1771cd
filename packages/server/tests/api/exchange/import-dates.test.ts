/**
 * Date columns: whether day or month comes first is inferred from the whole column, and the user is
 * asked if it remains ambiguous.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { libraryEngines, startLibraryImports } from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../testing/fixtures', name))

describe.each(libraryEngines)('a column of dates on $engine', ({ open }) => {
  let office: ImportApp
  let bookCount = 0
  beforeAll(async () => {
    office = await startLibraryImports(open)
    await office.create('branches', { name: 'Litere' })
  })
  afterAll(() => office.close())

  /** A file of books published on these dates, in the given formats. */
  const withDates = (...days: readonly string[]) =>
    csvOf([
      ['ISBN', 'Title', 'Author', 'Branch', 'Published on'],
      ...days.map((day) => [
        `${9780000000100 + ++bookCount}`,
        `Dated ${100 + bookCount}`,
        'Ana',
        'Litere',
        day,
      ]),
    ])
  const check = async (id: string) => {
    await office.change(id, { check: true })
    await office.run()
  }
  /** The result for the date in each row: its value, or the first issue. */
  const daysOf = async (id: string) =>
    (await office.items(id)).map(
      ({ changes, issues }) =>
        issues.publishedOn?.[0] ?? changes.find(({ field }) => field === 'publishedOn')?.after,
    )
  const send = async (file: string | Uint8Array) => (await office.send('books', file)).data

  test('accepts every spelling of an unambiguous day, and refuses all others with a specific reason', async () => {
    const { job, dayOrders } = await send(fixture('dates.csv'))
    expect(dayOrders).toEqual([null, null, null, null, 'mixed'])
    await check(job.id)
    const ambiguous = {
      code: 'date.ambiguous',
      params: { dayFirst: '2020-04-03', monthFirst: '2020-03-04' },
    }
    const day = '2020-03-15'
    expect(await daysOf(job.id)).toEqual([
      ...[day, ambiguous, day, day, { code: 'date.shortYear' }, day, day, day, day, day],
      ...[{ code: 'date.unreal' }, day, '2020-03-16', day, { code: 'date.unknownFormat' }],
    ])
  })

  test('with the month first is detected if a day is above twelve', async () => {
    const { job, dayOrders } = await send(fixture('dates-us.csv'))
    expect(dayOrders.at(-1)).toBe('monthFirst')
    await check(job.id)
    expect(await daysOf(job.id)).toEqual(['2020-03-15', '2020-03-04', '2019-11-28'])
  })

  test('that fits both orders requires a choice, and is read in the chosen order', async () => {
    const { job, dayOrders } = await send(withDates('03/04/2020', '05/06/2019'))
    expect(dayOrders.at(-1)).toBe('either')
    await check(job.id)
    expect((await office.job(job.id)).counts).toEqual({ invalid: 2 })
    const choose = async (order: 'dayFirst' | 'monthFirst') => {
      const answer = await office.change(job.id, { dayOrders: [null, null, null, null, order] })
      expect(answer.data.dayOrders.at(-1)).toBe(order)
      await check(job.id)
      return daysOf(job.id)
    }
    expect(await choose('monthFirst')).toEqual(['2020-03-04', '2019-05-06'])
    expect(await choose('dayFirst')).toEqual(['2020-04-03', '2019-06-05'])
    await office.start(await office.job(job.id))
    await office.run()
    const { list } = await office.list('books', 'sort=title&search=dated')
    expect(list.map(({ publishedOn }) => publishedOn).slice(0, 2)).toEqual([
      '2020-04-03',
      '2019-06-05',
    ])
  })

  test('with a chosen order refuses days that are invalid in this order', async () => {
    const { job } = await send(withDates('03/15/2020', '03/04/2020'))
    await office.change(job.id, { dayOrders: [null, null, null, null, 'dayFirst'] })
    await check(job.id)
    expect(await daysOf(job.id)).toEqual([{ code: 'date.unreal' }, '2020-04-03'])
  })

  test('can return to the detected order, and accepts no order for columns that the file does not have', async () => {
    const { job } = await send(withDates('03/15/2020', '03/04/2020'))
    await office.change(job.id, { dayOrders: [null, null, null, null, 'dayFirst'] })
    const { data } = await office.change(job.id, { dayOrders: [null, null, null, null, null] })
    expect(data.dayOrders.at(-1)).toBe('monthFirst')
    expect((await office.change(job.id, { dayOrders: ['dayFirst'] })).failure.fields).toEqual({
      dayOrders: [{ code: 'type.wrong' }],
    })
  })

  test('with dots has the day first, as in the languages that use dots', async () => {
    const { job, dayOrders } = await send(withDates('03.04.2020', '05.06.2019'))
    expect(dayOrders.at(-1)).toBe('dayFirst')
    await check(job.id)
    expect(await daysOf(job.id)).toEqual(['2020-04-03', '2019-06-05'])
  })

  test('that is pasted is detected from the whole block', async () => {
    const { list } = await office.list('books', 'search=dated&sort=title')
    const ids = list.slice(0, 2).map(({ id }) => id)
    const paste = async (...days: readonly string[]) => {
      const rows = ids.map((id, i) => ({ id, cells: [days[i] ?? ''] }))
      const { data } = await office.call<WireJob>(office.admin, 'POST', '/api/books/paste', {
        fields: ['publishedOn'],
        rows,
      })
      await office.run()
      return daysOf(data.id)
    }
    expect(await paste('03/15/2021', '03/04/2021')).toEqual(['2021-03-15', '2021-03-04'])
    expect(await paste('03/04/2021', '05/04/2021')).toEqual(['2021-04-03', '2021-04-05'])
    expect(await paste('15 martie 2021', '2021/03/16')).toEqual(['2021-03-15', '2021-03-16'])
  })
})
