/** `readOnlyWhen`: the server refuses values of read-only fields from every source. */

import type { PasteBlock, WireJob } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'

const notWritable = [{ code: 'field.notWritable' }]
/** A specimen with this order has a read-only text, and an integer with this value is read-only. */
const closing = 999

/**
 * Conditions that are added here because a guide shows the declarations of these resources. They
 * apply only to records that no other test creates.
 */
const added = {
  orders: { number: { readOnlyWhen: { supplier: { eq: 'Sealed' } } } },
  'order-lines': { price: { readOnlyWhen: { title: { eq: 'Sealed' } } } },
}
for (const [name, form] of Object.entries(added)) Object.assign(getResource(name), { form })

describe.each(engines)(
  'a field that is read-only while a condition holds, on $engine',
  ({ open }) => {
    let office: ImportApp
    beforeAll(async () => {
      office = await startImportApp(open)
    })
    afterAll(() => office.close())
    let createdCount = 0
    const create = (values: object) =>
      office.create('specimens', { code: `S${++createdCount}`, text: 'As made', ...values })
    const get = async ({ id }: WireRecord) =>
      (await office.call<WireRecord>(office.admin, 'GET', `/api/specimens/${id}`)).data
    const update = ({ id }: WireRecord, values: object) =>
      office.call<WireRecord>(office.admin, 'PATCH', '/api/specimens/update', { id, ...values })
    const undo = async (job: WireJob) => {
      const { data } = await office.call<WireJob>(
        office.admin,
        'POST',
        `/api/jobs/${job.id}/undo`,
        { start: true },
      )
      await office.run()
      return office.job(data.id)
    }

    test('can be filled in with a new record for which the condition holds', async () => {
      expect(await create({ order: closing })).toMatchObject({ text: 'As made', order: closing })
    })

    test('is refused in an update, in each language', async () => {
      const one = await create({ order: closing })
      const answer = await update(one, {
        text: 'Changed',
        textDe: 'Geändert',
        code: `${one.code}x`,
      })
      expect([answer.status, answer.failure.fields]).toEqual([
        400,
        { text: notWritable, textDe: notWritable },
      ])
      expect((await update(one, { text: null })).failure.fields).toEqual({ text: notWritable })
      expect(await get(one)).toMatchObject({ text: 'As made', code: one.code, version: 1 })
    })

    test('may be sent back unchanged', async () => {
      const one = await create({ order: closing })
      expect((await update(one, { ...one, email: 'a@univ.ro' })).data).toMatchObject({
        text: 'As made',
        email: 'a@univ.ro',
      })
    })

    test('may change in the write that makes the condition true, but not in the one that ends it', async () => {
      const one = await create({ order: 1 })
      expect((await update(one, { text: 'Last', order: closing })).data).toMatchObject({
        text: 'Last',
        order: closing,
      })
      expect((await update(one, { text: 'Open', order: 1 })).failure.fields).toEqual({
        text: notWritable,
      })
      expect((await update(one, { order: 1 })).status).toBe(200)
      expect((await update(one, { text: 'Open' })).data.text).toBe('Open')
    })

    test('may depend on its own value', async () => {
      const one = await create({ integer: 1 })
      expect((await update(one, { integer: closing })).data.integer).toBe(closing)
      expect((await update(one, { integer: 1 })).failure.fields).toEqual({ integer: notWritable })
    })

    test('is refused in bulk for the records to which the condition applies, and for no other', async () => {
      const [closed, free] = [await create({ order: closing }), await create({ order: 1 })]
      const { job, items } = await bulkCalls(office).done(
        office.admin,
        'specimens',
        { ids: [closed.id, free.id] },
        { edit: [{ field: 'text', operator: 'set', value: 'In bulk' }] },
      )
      expect(job.counts).toEqual({ invalid: 1, done: 1 })
      expect(items.find(({ recordId }) => recordId === closed.id)?.issues).toEqual({
        text: notWritable,
      })
      expect([(await get(closed)).text, (await get(free)).text]).toEqual(['As made', 'In bulk'])
    })

    test('is refused in an imported row, and in pasted cells', async () => {
      const [closed, free] = [await create({ order: closing }), await create({ order: 1 })]
      const imported = await office.runImport(
        'specimens',
        `Code;Text\n${closed.code};Imported\n${free.code};Imported\nNEW${createdCount};Imported`,
      )
      expect(imported.counts).toEqual({ invalid: 1, done: 2 })
      expect((await office.items(imported.id)).map(({ issues }) => issues)).toEqual([
        { text: notWritable },
        {},
        {},
      ])
      const block: PasteBlock = {
        fields: ['text'],
        rows: [closed, free].map(({ id }) => ({ id, cells: ['Pasted'] })),
      }
      const pasted = (
        await office.call<WireJob>(office.admin, 'POST', '/api/specimens/paste', block)
      ).data
      await office.run()
      expect((await office.job(pasted.id)).counts).toEqual({ invalid: 1, ready: 1 })
      expect((await office.items(pasted.id))[0]?.issues).toEqual({ text: notWritable })
      expect((await get(closed)).text).toBe('As made')
    })

    test('is reset by undoing a job, but not by restoring a version', async () => {
      const one = await create({ order: 1 })
      const { job } = await bulkCalls(office).done(
        office.admin,
        'specimens',
        { ids: [one.id] },
        {
          edit: [
            { field: 'text', operator: 'set', value: 'In bulk' },
            { field: 'order', operator: 'set', value: closing },
          ],
        },
      )
      expect(await get(one)).toMatchObject({ text: 'In bulk', order: closing })
      const restore = { version: 1, fields: ['text'], current: 2 }
      const answer = await office.call(
        office.admin,
        'POST',
        `/api/specimens/${one.id}/restore`,
        restore,
      )
      expect([answer.status, answer.failure.fields]).toEqual([400, { text: notWritable }])
      expect((await undo(job)).counts).toEqual({ done: 1 })
      expect(await get(one)).toMatchObject({ text: 'As made', order: 1 })
    })

    test('is refused at its path in the rows of a record, while other rows may change', async () => {
      const call = <T = WireRecord>(method: string, path: string, body?: object) =>
        office.call<T>(office.admin, method, `/api/${path}`, body)
      const lines = [
        { title: 'Sealed', price: 5 },
        { title: 'Open', price: 5 },
      ]
      const order = (await call('POST', 'orders/create', { supplier: 'Humanitas', lines })).data
      const { list } = (
        await call<{ list: WireRecord[] }>('GET', `order-lines?filters[orderId]=${order.id}`)
      ).data
      const [sealed, other] = ['Sealed', 'Open'].map((title) =>
        list.find((line) => line.title === title),
      )
      const change = (prices: readonly number[]) =>
        call('PATCH', 'orders/update', {
          id: order.id,
          lines: [sealed, other].map((line, at) => ({ id: line?.id, price: prices[at] })),
        })
      expect((await change([6, 6])).failure.fields).toEqual({ 'lines.0.price': notWritable })
      expect((await change([5, 6])).status).toBe(200)
    })

    test('is still set by an action', async () => {
      const call = (method: string, path: string, body: object) =>
        office.call<WireRecord>(office.admin, method, `/api/orders/${path}`, body)
      const { id } = (
        await call('POST', 'create', { supplier: 'Sealed', lines: [{ title: 'A', copies: 2 }] })
      ).data
      expect(
        (await call('PATCH', 'update', { id, supplier: 'Sealed', number: 'HU-7' })).failure.fields,
      ).toEqual({ number: notWritable })
      expect((await call('POST', `${id}/actions/send`, {})).data.number).toBe('HU-1')
    })
  },
)
