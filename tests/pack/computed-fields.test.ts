/**
 * Computed values in the validation of writes and in counts, computed defaults, and custom text
 * patterns.
 */

import { withComputed } from '@matricola/schema/computed.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { anchoredPattern } from '@matricola/schema/values/declared-pattern.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import { orders } from './resources/orders.ts'

describe.each(engines)('computed values and text patterns on $engine', ({ open }) => {
  let site: StudyApp
  beforeAll(async () => {
    site = await startStudyApp(open)
  })
  afterAll(() => site.close())
  const create = (body: object) =>
    site.call<WireRecord>(site.secretary, 'POST', '/api/orders/create', body)
  const update = (body: object) =>
    site.call<WireRecord>(site.secretary, 'PATCH', '/api/orders/update', body)
  const read = async ({ id }: WireRecord) =>
    (await site.call<WireRecord>(site.secretary, 'GET', `/api/orders/${id}`)).data

  test('are validated by a rule before records are stored, one by one or in bulk', async () => {
    const late = { supplier: 'Late', orderedOn: '2026-01-01', dueOn: '2027-06-01' }
    const ruleIssues = [{ code: 'orders.rules.inAYear' }]
    expect((await create(late)).failure.fields).toEqual({ dueOn: ruleIssues })
    const { data: order } = await create({ ...late, dueOn: '2026-12-31' })
    expect(order.daysToWait).toBe(364)
    expect(
      (await update({ id: order.id, version: 1, dueOn: '2027-01-02' })).failure.fields,
    ).toEqual({ dueOn: ruleIssues })
    expect((await update({ id: order.id, version: 1, dueOn: '2027-01-01' })).data.daysToWait).toBe(
      365,
    )
    const { items } = await bulkCalls(site).done(
      site.admin,
      'orders',
      { ids: [order.id] },
      { edit: [{ field: 'orderedOn', operator: 'set', value: '2025-12-31' }] },
    )
    expect(items.map(({ outcome, issues }) => [outcome, issues.dueOn])).toEqual([
      ['invalid', ruleIssues],
    ])
  })

  test('count and sum the active rows of a record, as the form does', async () => {
    const { data: order } = await create({
      supplier: 'Counted',
      lines: [{ title: 'A', copies: 3 }, { title: 'B', copies: 4 }, { title: 'C' }],
    })
    expect(await read(order)).toMatchObject({ titles: 3, copies: 8 })
    const { list: lines } = (
      await site.call<Page<WireRecord>>(
        site.admin,
        'GET',
        `/api/order-lines?filters[orderId]=${order.id}`,
      )
    ).data
    expect(withComputed(asAnyResource(orders), { lines })).toMatchObject({ titles: 3, copies: 8 })
    await update({ id: order.id, lines: lines.slice(0, 2).map(({ id }) => ({ id })) })
    expect(await read(order)).toMatchObject({ titles: 2, copies: 7 })
    const { data: none } = await create({ supplier: 'Empty' })
    expect(await read(none)).toMatchObject({ titles: 0, copies: 0 })
    const found = async (query: string) =>
      (await site.call<Page<WireRecord>>(site.admin, 'GET', `/api/orders?${query}`)).data.list.map(
        ({ supplier }) => supplier,
      )
    expect(await found('filters[copies]=7..')).toEqual(['Counted'])
    expect((await found('sort=-copies'))[0]).toBe('Counted')
    expect(withComputed(asAnyResource(orders), { lines: [] })).toMatchObject({
      titles: 0,
      copies: 0,
    })
    expect(withComputed(asAnyResource(orders), {})).not.toHaveProperty('copies')
  })

  test('can depend on other records, which an action then reads from the database', async () => {
    const [accepted, rejected] = [{ copies: 1 }, { copies: 3 }].map((line) =>
      site.create('orders/create', {
        supplier: `Sent ${line.copies}`,
        lines: [{ title: 'A', ...line }],
      }),
    )
    const send = async (order: Promise<WireRecord> | undefined) => {
      const { id = '', version } = (await order) ?? {}
      return site.call<WireRecord>(site.secretary, 'POST', `/api/orders/${id}/actions/send`, {
        version,
      })
    }
    expect((await send(accepted)).failure.code).toBe('transition.refused')
    expect((await send(rejected)).data.number).toBe('HU-1')
  })

  test('can be used through a path by a grant on child rows', async () => {
    const fees = [{ name: 'Post', amount: 5 }]
    const numberedOrder = await site.create('orders/create', {
      supplier: 'Numbered',
      number: 'HU-7',
      fees,
    })
    const open = await site.create('orders/create', { supplier: 'Open', fees })
    const readOrder = async ({ id }: WireRecord) =>
      (
        await site.call<Page<WireRecord>>(
          site.professor,
          'GET',
          `/api/order-fees?filters[orderId]=${id}`,
        )
      ).data.totalCount
    expect([await readOrder(numberedOrder), await readOrder(open)]).toEqual([1, 0])
  })

  test('can be the default of a date, computed on the day when the record is created', async () => {
    const { data: order } = await create({ supplier: 'Default' })
    const days =
      (Date.parse(String(order.dueOn)) - Date.parse(new Date().toISOString().slice(0, 10))) /
      86_400_000
    expect(Math.abs(days - 21)).toBeLessThanOrEqual(1)
    expect((await create({ supplier: 'Given', dueOn: null })).data.dueOn).toBe(null)
  })

  test('validate texts in calls, in bulk changes and in the database', async () => {
    const issue = [{ code: 'orders.shapes.number', params: { example: 'HU-12' } }]
    expect((await create({ supplier: 'Shape', number: 'hu-12' })).failure.fields).toEqual({
      number: issue,
    })
    const { data: order } = await create({ supplier: 'Shape', number: ' HU-12 ' })
    expect(order.number).toBe('HU-12')
    expect((await update({ id: order.id, version: 1, number: 'HU-12345' })).failure.fields).toEqual(
      { number: issue },
    )
    const { failure } = await site.call(
      site.admin,
      'POST',
      '/api/orders/create',
      { supplier: 'Said', number: 'x' },
      { headers: { 'accept-language': 'ro' } },
    )
    expect(failure.fields?.number).toEqual(issue)
    const write = site.context.database.query(
      `UPDATE orders SET number = 'x' WHERE id = $1::uuid`,
      [order.id],
    )
    await expect(write).rejects.toMatchObject({ code: '23514' })
  })

  test.each<[source: string, texts: readonly string[]]>([
    [
      '[A-Z]{1,2}-\\d{2,3}-[A-Z]{3}',
      ['CJ-07-ABC', 'B-123-XYZ', 'CJ-7-ABC', 'CJ-07-ABCD', ' CJ-07-ABC'],
    ],
    ['(?:AB|CD)?\\d+(?:\\.\\d{1,2})?', ['AB12', '12.5', 'CD0.25', '12.', 'ABCD1', '٣']],
    ['[^a-c\\-\\]]+x?', ['dd', 'ddx', 'a', '-', ']', 'd\ne']],
    ['.{2,4}\\(\\*\\)', ['ab(*)', 'a(*)', 'ab*', 'a\n(*)']],
    ['[șț ]*[ĂÎ]', ['ș țĂ', 'Î', 'î']],
  ])(
    'give the same result in the program and in the database for the pattern %s',
    async (source, texts) => {
      const pattern = anchoredPattern(source, 40)
      const inBrowser = texts.map((text) => new RegExp(pattern, 'u').test(text))
      const rows = await site.context.database.query<{ is: boolean }>(
        `SELECT t ~ '${pattern}' AS is FROM unnest($1::text[]) WITH ORDINALITY AS x(t, n) ORDER BY n`,
        [texts],
      )
      expect(rows.map(({ is }) => is)).toEqual(inBrowser)
      expect([inBrowser.includes(true), inBrowser.includes(false)]).toEqual([true, true])
    },
  )
})
