import * as viewCalls from '@matricola/schema/calls/saved-views.ts'
import type { Page, WireRecord, WireViewCounts } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import {
  createMissingId,
  type SeededUniversity,
  seedUniversity,
} from '#tests/support/seed-university.ts'

describe.each(engines)('saved views on $engine', ({ open }) => {
  let api: TestApp
  let university: SeededUniversity
  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
  })
  afterAll(() => api.close())

  const save = (caller: Caller, view: object) =>
    api.call<WireRecord>(caller, 'POST', '/api/saved-views/create', view)
  const change = (caller: Caller, view: object) =>
    api.call<WireRecord>(caller, 'PATCH', '/api/saved-views/update', view)
  const listNames = async (reader: Caller, list: string) =>
    (
      await api.call<Page<WireRecord>>(
        reader,
        'GET',
        `/api/saved-views?pageSize=100&filters[list]=${list}&filters[isActive]=true`,
      )
    ).data.list
  const refusal = async (answer: Promise<{ status: number; failure: { fields?: object } }>) => {
    const { status, failure } = await answer
    return [status, failure.fields]
  }

  test('a view belongs to the caller, even if the call names another owner', async () => {
    const { status, data } = await save(university.secretary, {
      list: 'courses',
      name: 'Anul I',
      address: 'filters%5Byear%5D=1&sort=-name',
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      ownerId: university.secretary.id,
      isShared: false,
      isActive: true,
      columns: null,
    })
    const otherOwner = save(university.secretary, {
      list: 'courses',
      name: 'Altul',
      ownerId: university.admin.id,
    })
    expect(await refusal(otherOwner)).toEqual([400, { ownerId: [{ code: 'field.notWritable' }] }])
    expect((await listNames(university.admin, 'courses')).map(({ name }) => name)).not.toContain(
      'Anul I',
    )
    expect((await change(university.admin, { id: data.id, name: 'Al meu' })).status).toBe(404)
  })

  test('only administrators can share a view, which users of the list can see but not change', async () => {
    const rejected = save(university.secretary, {
      list: 'courses',
      name: 'Pentru toți',
      isShared: true,
    })
    expect(await refusal(rejected)).toEqual([400, { isShared: [{ code: 'field.notWritable' }] }])
    const { data } = await save(university.admin, {
      list: 'students',
      name: 'Anul II',
      address: 'filters[studyYear]=2',
      isShared: true,
    })
    expect((await listNames(university.secretary, 'students')).map(({ id }) => id)).toContain(
      data.id,
    )
    expect(
      (await listNames(university.secretary, 'students')).find(({ id }) => id === data.id)?._can,
    ).toEqual([])
    expect((await change(university.secretary, { id: data.id, name: 'Altfel' })).status).toBe(403)
    // Professors and students have no list of students, so they must not receive its filters.
    for (const reader of [university.professor, university.student])
      expect((await listNames(reader, 'students')).map(({ id }) => id)).not.toContain(data.id)
    expect((await change(university.admin, { id: data.id, isActive: false })).status).toBe(200)
    expect(
      (await api.call(university.secretary, 'GET', `/api/saved-views/${data.id}`)).status,
    ).toBe(404)
    expect((await api.call(university.admin, 'GET', `/api/saved-views/${data.id}`)).status).toBe(
      200,
    )
  })

  test.each([
    ['a filter on a field that cannot be filtered', 'filters[searchText]=x'],
    ['a value that the field cannot have', 'filters[year]=zece'],
    ['a view that is not declared', 'view=nothing'],
    ['an unknown sort order', 'sort=nothing'],
    ['a repeated parameter', 'search=a&search=b'],
    ['an unknown parameter', 'next=https%3A%2F%2Fexample.com'],
    ['a page size beyond the limit', 'pageSize=1000'],
  ])('a query with %s is refused', async (_, address) => {
    expect(await refusal(save(university.admin, { list: 'courses', name: 'x', address }))).toEqual([
      400,
      { address: [{ code: 'view.unknown' }] },
    ])
  })

  test('a list that does not exist, or is not open to the role, has no views', async () => {
    for (const [caller, list] of [
      [university.admin, 'nothing'],
      [university.admin, 'settings'],
      [university.professor, 'registrations'],
    ] as const)
      expect(await refusal(save(caller, { list, name: 'x' }))).toEqual([
        400,
        { list: [{ code: 'view.unknown' }] },
      ])
  })

  test('columns are limited to those that the user can read', async () => {
    const view = { list: 'departments', name: 'Scurt', columns: 'name,phone' }
    expect((await save(university.secretary, view)).status).toBe(201)
    const widths = await save(university.secretary, {
      ...view,
      name: 'Lat',
      columns: 'name:wide,phone:narrow',
    })
    expect([widths.status, widths.data.columns]).toEqual([201, 'name:wide,phone:narrow'])
    expect(
      await refusal(save(university.secretary, { ...view, name: 'Mare', columns: 'name:huge' })),
    ).toEqual([400, { columns: [{ code: 'view.unknown' }] }])
    const unread = { list: 'students', name: 'Contact', columns: 'lastName,personalEmail' }
    expect((await save(university.admin, unread)).status).toBe(201)
    expect(await refusal(save(university.professor, unread))).toEqual([
      400,
      { columns: [{ code: 'view.unknown' }] },
    ])
  })

  test.each(['filters[cnp]=5050415129919', 'search=5050415129919', 'search=Pop 5050415129919'])(
    'no view stores an identity number: %s',
    async (address) => {
      expect(
        await refusal(save(university.admin, { list: 'students', name: 'x', address })),
      ).toEqual([400, { address: [{ code: 'view.secret' }] }])
      const [storedView] = await api.context.database.query(
        "select id from saved_views where address like '%5050415129919%'",
      )
      expect(storedView).toBeUndefined()
    },
  )

  test('a user keeps at most thirty views of a list, and can remove one to add another', async () => {
    const createdIds: string[] = []
    for (let i = 1; i <= 30; i++)
      createdIds.push(
        (await save(university.student, { list: 'messages', name: `Vedere ${i}` })).data?.id ?? '',
      )
    const full = [400, { name: [{ code: 'view.tooMany', params: { max: 30 } }] }]
    expect(
      await refusal(save(university.student, { list: 'messages', name: 'Una prea mult' })),
    ).toEqual(full)
    expect((await change(university.student, { id: createdIds[0], isActive: false })).status).toBe(
      200,
    )
    expect((await save(university.student, { list: 'messages', name: 'Alta' })).status).toBe(201)
    expect(
      await refusal(change(university.student, { id: createdIds[0], isActive: true })),
    ).toEqual(full)
  })

  describe('counts', () => {
    const counts = (caller: Caller | null, query: string) =>
      api.call<WireViewCounts>(caller, 'GET', `${viewCalls.getViewCounts.path}?${query}`)

    test('contain the number of records in each view for the caller', async () => {
      const { data: first } = await save(university.admin, {
        list: 'students',
        name: 'G1',
        address: 'filters[groupName]=G1',
        isShared: true,
      })
      const { data: office } = await counts(university.secretary, 'list=students')
      expect(office.declared['']).toBe(2)
      expect(office.saved[first.id]).toBe(1)
      const { data: registrations } = await counts(university.admin, 'list=registrations')
      for (const [view, count] of Object.entries(registrations.declared)) {
        const { data } = await api.call<Page<WireRecord>>(
          university.admin,
          'GET',
          `/api/registrations/list?view=${view}`,
        )
        expect([view, count]).toEqual([view, data.totalCount])
      }
    })

    test('leave out a view that the user can no longer query', async () => {
      const { data } = await save(university.admin, {
        list: 'departments',
        name: 'Toate',
        isShared: true,
      })
      expect((await counts(university.secretary, 'list=departments')).data.saved).toHaveProperty(
        data.id,
      )
      await api.context.database.query(
        "update saved_views set address = 'filters[searchText]=x' where id = $1",
        [data.id],
      )
      expect(
        (await counts(university.secretary, 'list=departments')).data.saved,
      ).not.toHaveProperty(data.id)
    })

    test('leave out a declared view that uses fields that the role cannot read', async () => {
      expect(
        Object.keys((await counts(university.secretary, 'list=exams')).data.declared),
      ).toContain('overdue')
      expect(
        Object.keys((await counts(university.student, 'list=exams')).data.declared),
      ).not.toContain('overdue')
    })

    test('are refused for a list that does not exist or is not open to the user', async () => {
      expect((await counts(university.admin, '')).status).toBe(400)
      expect((await counts(university.admin, 'list=settings')).status).toBe(400)
      expect(
        (await counts(university.admin, `list=students&id=${createMissingId()}`)).failure.code,
      ).toBe('filter.unknown')
      expect((await counts(university.student, 'list=registrations')).failure.code).toBe(
        'access.denied',
      )
      expect((await counts(null, 'list=students')).status).toBe(401)
    })
  })
})
