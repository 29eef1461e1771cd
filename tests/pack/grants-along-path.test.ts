/**
 * Grants that follow references. Lists, files and changes contain exactly the rows for which the
 * referenced record satisfies the condition.
 */

import { evaluate, fieldsRead, type Predicate } from '@matricola/schema/predicate.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { Parameters } from '@matricola/server/sql/parameters.ts'
import { predicateSql } from '@matricola/server/sql/predicate-sql.ts'
import { valueSql } from '@matricola/server/sql/value-sql.ts'
import { bulkCalls, queryTokenOf } from '@matricola/testing/bulk-calls.ts'
import { withReauthentication } from '@matricola/testing/callers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import { specimens } from './resources/specimens.ts'

describe.each(engines)('a grant along a path on $engine', ({ open }) => {
  let site: StudyApp
  const specimensByName = {} as Record<
    'top' | 'large' | 'small' | 'ofLarge' | 'ofSmall' | 'ofTop' | 'free',
    WireRecord
  >
  beforeAll(async () => {
    site = await startStudyApp(open)
    const make = async (code: string, values: object = {}) =>
      site.create('specimens/create', { code, ...values })
    specimensByName.top = await make('TOP', { integer: 9 })
    specimensByName.large = await make('LARGE', { choice: 'large', integer: 5 })
    specimensByName.small = await make('SMALL', {
      choice: 'small',
      integer: 1,
      reference: specimensByName.top.id,
    })
    specimensByName.ofLarge = await make('OF-LARGE', {
      reference: specimensByName.large.id,
      integer: 1,
    })
    specimensByName.ofSmall = await make('OF-SMALL', {
      reference: specimensByName.small.id,
      integer: 2,
    })
    specimensByName.ofTop = await make('OF-TOP', { reference: specimensByName.top.id })
    specimensByName.free = await make('FREE')
  })
  afterAll(() => site.close())
  const listVisible = async (query = '') =>
    (await site.call<Page<WireRecord>>(site.professor, 'GET', `/api/specimens?pageSize=50${query}`))
      .data
  const change = (record: WireRecord, values: object) =>
    site.call<WireRecord>(site.professor, 'PATCH', '/api/specimens/update', {
      id: record.id,
      version: record.version,
      ...values,
    })

  test('limits lists, counts, searches and single records to its rows', async () => {
    const { list, totalCount } = await listVisible('&sort=code')
    expect([list.map(({ code }) => code), totalCount]).toEqual([['OF-LARGE', 'OF-SMALL'], 2])
    expect((await listVisible('&filters[code]=TOP')).list).toEqual([])
    const one = (record: WireRecord) =>
      site.call<WireRecord>(site.professor, 'GET', `/api/specimens/${record.id}`)
    expect((await one(specimensByName.ofLarge)).data).toMatchObject({ code: 'OF-LARGE' })
    expect([
      (await one(specimensByName.large)).status,
      (await one(specimensByName.free)).status,
    ]).toEqual([404, 404])
    expect(
      Object.keys((await one(specimensByName.ofLarge)).data).filter((name) => name.includes('.')),
    ).toEqual([])
  })

  test('can allow changes to different rows, and each record is returned with the actions that the user may take', async () => {
    const { list } = await listVisible('&sort=code')
    expect(list.map(({ _can }) => _can)).toEqual([['update', 'history'], []])
    expect((await change(specimensByName.ofSmall, { text: 'no' })).status).toBe(403)
    expect((await change(specimensByName.large, { text: 'no' })).status).toBe(404)
    const changed = await change(specimensByName.ofLarge, { text: 'yes' })
    expect(changed.data).toMatchObject({ text: 'yes', _can: ['update', 'history'] })
    specimensByName.ofLarge = changed.data
  })

  test('can allow histories of different rows, and an empty path never satisfies a negated condition', async () => {
    const history = async (record: WireRecord) =>
      (await site.call(site.professor, 'GET', `/api/specimens/${record.id}/history`)).status
    expect([
      await history(specimensByName.ofLarge),
      await history(specimensByName.ofSmall),
    ]).toEqual([200, 404])
  })

  test('is enforced in bulk changes and files', async () => {
    const calls = bulkCalls(site)
    const token = queryTokenOf(await calls.list(site.professor, 'specimens'))
    const { items } = await calls.done(
      site.professor,
      'specimens',
      { token },
      { edit: [{ field: 'decimal', operator: 'set', value: 2 }] },
    )
    const outcomes = Object.fromEntries(items.map(({ title, outcome }) => [title, outcome]))
    expect(outcomes).toEqual({ 'OF-LARGE': 'done', 'OF-SMALL': 'denied' })
    const file = await site.call(
      withReauthentication(site.professor, site.now()),
      'GET',
      '/api/specimens/export?format=csv',
    )
    expect(file.text).toContain('OF-LARGE')
    for (const hidden of ['TOP,', 'FREE']) expect(file.text).not.toContain(hidden)
  })

  test('immediately reflects changes to the record at the end of the path', async () => {
    expect((await listVisible()).totalCount).toBe(2)
    await site.call(site.admin, 'PATCH', '/api/specimens/update', {
      id: specimensByName.large.id,
      version: specimensByName.large.version,
      choice: null,
    })
    expect(await listVisible()).toMatchObject({ totalCount: 1, list: [{ code: 'OF-SMALL' }] })
  })

  test.each<[said: string, predicate: Predicate]>([
    ['equal', { 'reference.choice': { eq: 'small' } }],
    ['different, or missing', { 'reference.choice': { ne: 'small' } }],
    ['absent', { 'reference.choice': { isNull: true } }],
    ['present', { 'reference.choice': { ne: null } }],
    [
      'in a list, and larger than another number',
      { 'reference.integer': { in: [1, 5, 9], gt: 1 } },
    ],
    ['two steps away', { 'reference.reference.integer': { gte: 9 } }],
    ['excluded by a negated condition', { not: { 'reference.reference.code': { eq: 'TOP' } } }],
    [
      'matched by one of several conditions',
      { or: [{ 'reference.code': { contains: 'to' } }, { code: { eq: 'FREE' } }] },
    ],
  ])(
    'matches in SQL exactly the records for which the value at the end of the path is %s',
    async (_, predicate) => {
      const resource = asAnyResource(specimens)
      const caller = { id: site.admin.id, role: 'admin' }
      const names = [...new Set(fieldsRead(predicate))]
      const columns = names
        .map((name) => `${valueSql(resource, name, 'r')} AS "${name}"`)
        .join(', ')
      const rows = await site.context.database.query<{ id: string }>(
        `SELECT r.id, ${columns} FROM specimens r ORDER BY r.id`,
      )
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
    },
  )
})
