/**
 * Child rows edited in the form of their record: one call and one transaction, with each row
 * validated by its own rules.
 */

import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

type Row = { readonly [field: string]: unknown }

describe.each(engines)('rows in the form of their record on $engine', ({ open }) => {
  let site: StudyApp
  beforeAll(async () => {
    site = await startStudyApp(open)
  })
  afterAll(() => site.close())
  const create = (body: object, caller = site.secretary, headers = {}) =>
    site.call<WireRecord>(caller, 'POST', '/api/orders/create', body, { headers })
  const update = (body: object, caller = site.secretary) =>
    site.call<WireRecord>(caller, 'PATCH', '/api/orders/update', body)
  const createOrder = async (lines: readonly Row[], overrides: Row = {}) =>
    (await create({ supplier: `Supplier ${Math.random()}`, lines, ...overrides })).data
  const rowsOf = async (order: WireRecord, path = 'order-lines', caller = site.admin) =>
    (
      await site.call<Page<WireRecord>>(
        caller,
        'GET',
        `/api/${path}?filters[orderId]=${order.id}&pageSize=50`,
      )
    ).data.list
  const activeTitles = async (order: WireRecord) =>
    (await rowsOf(order))
      .filter(({ isActive }) => isActive)
      .map(({ title, position }) => `${position} ${title}`)
  const historyOf = async (path: string) =>
    (await site.call<Page<WireChange>>(site.admin, 'GET', `/api/${path}/history`)).data.list

  test('are created with a new record, in their order', async () => {
    const answer = await create({
      supplier: 'Humanitas',
      lines: [{ title: 'B', copies: 2 }, { title: 'A' }],
      fees: [{ name: 'Post', amount: 5 }],
    })
    expect(answer.status).toBe(201)
    expect(await activeTitles(answer.data)).toEqual(['1 B', '2 A'])
    expect(await rowsOf(answer.data, 'order-fees')).toMatchObject([
      { name: 'Post', amount: 5, orderId: answer.data.id },
    ])
  })

  test('are added, changed, moved and deactivated by one change of the record', async () => {
    const order = await createOrder([{ title: 'A' }, { title: 'B' }, { title: 'C' }], {
      fees: [
        { name: 'Post', amount: 5 },
        { name: 'Tax', amount: 1 },
      ],
    })
    const [a, b, c] = await rowsOf(order)
    const [post] = await rowsOf(order, 'order-fees')
    const lines = [{ id: c?.id }, { title: 'D' }, { id: a?.id, version: a?.version, copies: 7 }]
    const changed = await update({
      id: order.id,
      version: order.version,
      supplier: 'Polirom',
      lines,
      fees: [{ id: post?.id }],
    })
    expect(changed.data).toMatchObject({ supplier: 'Polirom', version: order.version + 1 })
    expect(await activeTitles(order)).toEqual(['1 C', '2 D', '3 A'])
    const storedRows = await rowsOf(order)
    expect(storedRows.find(({ id }) => id === b?.id)).toMatchObject({ isActive: false })
    expect(storedRows.find(({ id }) => id === a?.id)).toMatchObject({ copies: 7, version: 2 })
    expect((await rowsOf(order, 'order-fees')).map(({ name }) => name)).toEqual(['Post'])
  })

  test('stay unchanged if the call does not name them', async () => {
    const order = await createOrder([{ title: 'A' }])
    await update({ id: order.id, supplier: 'Other' })
    expect(await activeTitles(order)).toEqual(['1 A'])
  })

  test('are refused together, each by its path, and nothing of the call is stored', async () => {
    const order = await createOrder([{ title: 'A' }])
    const [a] = await rowsOf(order)
    const lines = [
      { id: a?.id, copies: 0 },
      { title: '', copies: 2 },
      { title: 'C', colour: 'red' },
    ]
    const refusal = await update({ id: order.id, supplier: '', lines })
    expect(refusal.status).toBe(400)
    expect(refusal.failure.fields).toEqual({
      supplier: [{ code: 'required' }],
      'lines.0.copies': [{ code: 'number.tooSmall', params: { min: 1 } }],
      'lines.1.title': [{ code: 'required' }],
      'lines.2.colour': [{ code: 'field.unknown' }],
    })
    const expensiveLine = { copies: 20, price: 2000 }
    const later = await update({
      id: order.id,
      supplier: 'New',
      lines: [
        { id: a?.id, title: 'A2' },
        { title: 'D', ...expensiveLine },
        { title: 'E', bookId: site.admin.id },
      ],
    })
    expect(later.failure.fields).toEqual({
      'lines.1.copies': [{ code: 'order-lines.rules.expensiveByTheCopy' }],
      'lines.2.bookId': [{ code: 'reference.unknown' }],
    })
    const duplicateIds = await update({
      id: order.id,
      lines: [{ id: a?.id }, { title: 'Z' }, { title: 'z' }],
    })
    expect(duplicateIds.failure.fields).toHaveProperty(['lines.2.title'])
    expect(await activeTitles(order)).toEqual(['1 A'])
    expect(
      (await site.call<WireRecord>(site.admin, 'GET', `/api/orders/${order.id}`)).data,
    ).toMatchObject({ version: 1 })
    const none = await create({ supplier: 'Never', lines: [{ title: 'A', copies: 0 }] })
    expect(none.failure.fields).toHaveProperty(['lines.0.copies'])
    expect(
      (await site.call<Page<WireRecord>>(site.admin, 'GET', '/api/orders?search=never')).data
        .totalCount,
    ).toBe(0)
  })

  test('are refused if there are too many, or if one belongs to another record or is named twice', async () => {
    const [order, other] = [
      await createOrder([{ title: 'A' }]),
      await createOrder([{ title: 'B' }]),
    ]
    const [foreign] = await rowsOf(other)
    const [firstRow] = await rowsOf(order)
    const many = Array.from({ length: 21 }, (_, i) => ({ title: `T${i}` }))
    expect((await update({ id: order.id, lines: many })).failure.fields).toEqual({
      lines: [{ code: 'rows.tooMany', params: { max: 20 } }],
    })
    expect((await update({ id: order.id, lines: [{ id: foreign?.id }] })).failure.fields).toEqual({
      'lines.0': [{ code: 'row.notOfRecord' }],
    })
    expect(
      (await update({ id: order.id, lines: [{ id: firstRow?.id }, { id: firstRow?.id }] })).failure
        .fields,
    ).toEqual({
      'lines.1': [{ code: 'row.twice' }],
    })
    expect((await update({ id: order.id, lines: 'A' })).failure.fields).toEqual({
      lines: [{ code: 'type.wrong' }],
    })
  })

  test('name the row that another user has changed in the meantime', async () => {
    const order = await createOrder([{ title: 'A' }, { title: 'B' }])
    const [a, b] = await rowsOf(order)
    await site.call(site.admin, 'PATCH', '/api/order-lines/update', { id: b?.id, copies: 9 })
    const lines = [
      { id: a?.id, version: a?.version, copies: 2 },
      { id: b?.id, version: b?.version, copies: 3 },
    ]
    const refusal = await update({ id: order.id, version: order.version, lines })
    expect([refusal.status, refusal.failure.code]).toEqual([409, 'record.stale'])
    expect(refusal.failure.fields).toEqual({ 'lines.1': [{ code: 'row.stale' }] })
    expect((await rowsOf(order))[0]).toMatchObject({ copies: 1 })
    expect(
      (await update({ id: order.id, version: order.version + 1, lines: [] })).failure.code,
    ).toBe('record.stale')
  })

  test('are limited by the user’s permissions on them', async () => {
    const order = await createOrder([{ title: 'A', price: 30 }])
    const [a] = await rowsOf(order)
    const professor = await update(
      { id: order.id, lines: [{ id: a?.id }, { title: 'B' }] },
      site.professor,
    )
    expect(professor.failure.fields).toEqual({ lines: [{ code: 'field.notWritable' }] })
    expect(
      (await update({ id: order.id, supplier: 'By a professor' }, site.professor)).status,
    ).toBe(200)
    await site.call(site.admin, 'PATCH', '/api/order-lines/update', { id: a?.id, copies: 60 })
    const secretary = await update({ id: order.id, lines: [{ id: a?.id, copies: 61 }] })
    expect(secretary.failure.fields).toEqual({ 'lines.0': [{ code: 'row.denied' }] })
    expect((await update({ id: order.id, lines: [] })).failure.fields).toEqual({
      lines: [{ code: 'row.notRemoved', params: { row: 'A' } }],
    })
    expect((await rowsOf(order, 'order-lines', site.professor))[0]).not.toHaveProperty('price')
  })

  test('have their own history, and appear in that of their record', async () => {
    const order = await createOrder([{ title: 'A' }, { title: 'B' }])
    const [a, b] = await rowsOf(order)
    await update({
      id: order.id,
      version: order.version,
      lines: [{ id: a?.id, copies: 4 }, { title: 'C' }],
    })
    expect((await historyOf(`order-lines/${a?.id}`))[0]).toMatchObject({
      action: 'update',
      actor: { name: 'Ana Pop' },
      changes: [{ field: 'copies', before: 1, after: 4 }],
    })
    const [last, first] = await historyOf(`orders/${order.id}`)
    const [c] = (await rowsOf(order)).filter(({ title }) => title === 'C')
    expect(last).toMatchObject({ version: 2 })
    expect(last?.changes).toEqual([
      {
        field: 'lines',
        before: null,
        after: {
          added: [{ id: c?.id, title: 'C' }],
          changed: [{ id: a?.id, title: 'A' }],
          removed: [{ id: b?.id, title: 'B' }],
        },
      },
    ])
    expect(first?.changes.find(({ field }) => field === 'lines')?.after).toMatchObject({
      added: [{ title: 'A' }, { title: 'B' }],
    })
  })

  test('are created once by a call that is repeated with its key', async () => {
    const key = { 'idempotency-key': 'order-of-once-12345' }
    const body = { supplier: 'Once', lines: [{ title: 'A' }] }
    const [first, second] = [
      await create(body, site.secretary, key),
      await create(body, site.secretary, key),
    ]
    expect(second.data.id).toBe(first.data.id)
    expect(await activeTitles(first.data)).toEqual(['1 A'])
  })

  test('are restored with an earlier version of their record: changed, moved, deactivated and deleted ones', async () => {
    const order = await createOrder([{ title: 'A', price: 3 }, { title: 'B' }], {
      fees: [{ name: 'Post', amount: 5 }],
    })
    const [a] = await rowsOf(order)
    await update({
      id: order.id,
      supplier: 'Other',
      lines: [{ title: 'C' }, { id: a?.id, copies: 9, price: null }],
      fees: [],
    })
    expect(await activeTitles(order)).toEqual(['1 C', '2 A'])
    const restored = await site.call<WireRecord>(
      site.admin,
      'POST',
      `/api/orders/${order.id}/restore`,
      { version: 1, current: 2 },
    )
    expect(restored.data).toMatchObject({ supplier: order.supplier, version: 3 })
    expect(await activeTitles(order)).toEqual(['1 A', '2 B'])
    expect((await rowsOf(order))[0]).toMatchObject({ id: a?.id, copies: 1, price: 3 })
    expect(await rowsOf(order, 'order-fees')).toMatchObject([{ name: 'Post', amount: 5 }])
    const [last] = await historyOf(`orders/${order.id}`)
    expect(last).toMatchObject({
      action: 'restore',
      changes: expect.arrayContaining([expect.objectContaining({ field: 'lines' })]),
    })
    const alone = await site.call<WireRecord>(
      site.admin,
      'POST',
      `/api/orders/${order.id}/restore`,
      {
        version: 2,
        current: 3,
        fields: ['lines'],
      },
    )
    expect(alone.data).toMatchObject({ supplier: order.supplier })
    expect(await activeTitles(order)).toEqual(['1 C', '2 A'])
  })
})
