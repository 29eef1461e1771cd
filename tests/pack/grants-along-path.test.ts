/** Grants that follow references: lists, files and changes contain exactly the rows that the path leads to. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluate, fieldsRead, type Predicate } from '#model/predicate.ts'
import { asAnyResource } from '#model/registry.ts'
import type { Page, WireRecord } from '#model/wire/wire.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'
import { predicateSql } from '#server/engine/sql/predicate-sql.ts'
import { valueSql } from '#server/engine/sql/value-sql.ts'
import { bulkCalls, queryTokenOf } from '#tests/support/bulk-calls.ts'
import { withReauthentication } from '#tests/support/callers.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import { specimens } from './resources/specimens.ts'

describe.each(engines)('a grant along a path on $engine', ({ open }) => {
  let site: StudyApp
  const made = {} as Record<'top' | 'large' | 'small' | 'ofLarge' | 'ofSmall' | 'ofTop' | 'free', WireRecord>
  beforeAll(async () => {
    site = await startStudyApp(open)
    const make = async (code: string, values: object = {}) => site.create('specimens/create', { code, ...values })
    made.top = await make('TOP', { integer: 9 })
    made.large = await make('LARGE', { choice: 'large', integer: 5 })
    made.small = await make('SMALL', { choice: 'small', integer: 1, reference: made.top.id })
    made.ofLarge = await make('OF-LARGE', { reference: made.large.id, integer: 1 })
    made.ofSmall = await make('OF-SMALL', { reference: made.small.id, integer: 2 })
    made.ofTop = await make('OF-TOP', { reference: made.top.id })
    made.free = await make('FREE')
  })
  afterAll(() => site.close())
  const seen = async (query = '') => (await site.call<Page<WireRecord>>(site.professor, 'GET', `/api/specimens?pageSize=50${query}`)).data
  const change = (record: WireRecord, values: object) =>
    site.call<WireRecord>(site.professor, 'PATCH', '/api/specimens/update', { id: record.id, version: record.version, ...values })

  test('applies its rows to lists, counts, searches and single records', async () => {
    const { list, totalCount } = await seen('&sort=code')
    expect([list.map(({ code }) => code), totalCount]).toEqual([['OF-LARGE', 'OF-SMALL'], 2])
    expect((await seen('&filters[code]=TOP')).list).toEqual([])
    const one = (record: WireRecord) => site.call<WireRecord>(site.professor, 'GET', `/api/specimens/${record.id}`)
    expect((await one(made.ofLarge)).data).toMatchObject({ code: 'OF-LARGE' })
    expect([(await one(made.large)).status, (await one(made.free)).status]).toEqual([404, 404])
    expect(Object.keys((await one(made.ofLarge)).data).filter((name) => name.includes('.'))).toEqual([])
  })

  test('applies other rows to changes, and returns with each record what the user may do', async () => {
    const { list } = await seen('&sort=code')
    expect(list.map(({ _can }) => _can)).toEqual([['update', 'history'], []])
    expect((await change(made.ofSmall, { text: 'no' })).status).toBe(403)
    expect((await change(made.large, { text: 'no' })).status).toBe(404)
    const changed = await change(made.ofLarge, { text: 'yes' })
    expect(changed.data).toMatchObject({ text: 'yes', _can: ['update', 'history'] })
    made.ofLarge = changed.data
  })

  test('applies other rows to histories, and an empty path grants none that a denial excludes', async () => {
    const history = async (record: WireRecord) => (await site.call(site.professor, 'GET', `/api/specimens/${record.id}/history`)).status
    expect([await history(made.ofLarge), await history(made.ofSmall)]).toEqual([200, 404])
  })

  test('is enforced in bulk changes and files', async () => {
    const calls = bulkCalls(site)
    const token = queryTokenOf(await calls.list(site.professor, 'specimens'))
    const { items } = await calls.done(site.professor, 'specimens', { token }, { edit: [{ field: 'decimal', operator: 'set', value: 2 }] })
    const outcomes = Object.fromEntries(items.map(({ title, outcome }) => [title, outcome]))
    expect(outcomes).toEqual({ 'OF-LARGE': 'done', 'OF-SMALL': 'denied' })
    const file = await site.call(withReauthentication(site.professor, site.now()), 'GET', '/api/specimens/export?format=csv')
    expect(file.text).toContain('OF-LARGE')
    for (const hidden of ['TOP,', 'FREE']) expect(file.text).not.toContain(hidden)
  })

  test('follows changes of the record at the end of the path at once', async () => {
    expect((await seen()).totalCount).toBe(2)
    await site.call(site.admin, 'PATCH', '/api/specimens/update', { id: made.large.id, version: made.large.version, choice: null })
    expect(await seen()).toMatchObject({ totalCount: 1, list: [{ code: 'OF-SMALL' }] })
  })

  test.each<[said: string, predicate: Predicate]>([
    ['equal', { 'reference.choice': { eq: 'small' } }],
    ['other, or none', { 'reference.choice': { ne: 'small' } }],
    ['absent', { 'reference.choice': { isNull: true } }],
    ['there', { 'reference.choice': { ne: null } }],
    ['one of some, and larger', { 'reference.integer': { in: [1, 5, 9], gt: 1 } }],
    ['two steps away', { 'reference.reference.integer': { gte: 9 } }],
    ['none of it', { not: { 'reference.reference.code': { eq: 'TOP' } } }],
    ['any of it', { or: [{ 'reference.code': { contains: 'to' } }, { code: { eq: 'FREE' } }] }],
  ])('matches in SQL exactly the records whose value along the path is %s', async (_, predicate) => {
    const resource = asAnyResource(specimens)
    const caller = { id: site.admin.id, role: 'admin' }
    const names = [...new Set(fieldsRead(predicate))]
    const columns = names.map((name) => `${valueSql(resource, name, 'r')} AS "${name}"`).join(', ')
    const rows = await site.context.database.query<{ id: string }>(`SELECT r.id, ${columns} FROM specimens r ORDER BY r.id`)
    const parameters = new Parameters()
    const where = predicateSql(predicate, { resource, row: 'r', caller, parameters })
    const found = await site.context.database.query<{ id: string }>(
      `SELECT r.id FROM specimens r WHERE ${where} ORDER BY r.id`,
      parameters.values,
    )
    const expected = rows.filter((row) => evaluate(predicate, row, caller)).map(({ id }) => id)
    expect(found.map(({ id }) => id)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(rows.length)
  })
})
