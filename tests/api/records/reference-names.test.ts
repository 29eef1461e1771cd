import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Page, WireName, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

describe.each(engines)('names of referenced records on $engine', ({ open }) => {
  let api: TestApp
  let university: SeededUniversity
  const listNames = (
    role: Role,
    resource: 'users' | 'professors',
    query: Record<string, string> = {},
  ) =>
    api.call<Page<WireName>>(
      university[role],
      'GET',
      `/api/${resource === 'users' ? 'authentication/users' : resource}/names?${new URLSearchParams({ pageSize: '100', ...query })}`,
    )
  const listTitles = async (...args: Parameters<typeof listNames>) =>
    (await listNames(...args)).data.list.map(({ _title }) => _title)

  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
  })
  afterAll(() => api.close())

  test('a secretary sees the names of staff, in order, and no other field of their accounts', async () => {
    const { data } = await listNames('secretary', 'users')
    expect(data.list).toEqual(
      (['admin', 'secretary'] as const).map((role) => ({
        id: university.idOf('users', role),
        name: `Canary User ${role}`,
        _title: `Canary User ${role}`,
        _titles: {},
      })),
    )
    expect(data.totalCount).toBe(2)
    const listed = await api.call<Page<WireRecord>>(
      university.secretary,
      'GET',
      '/api/authentication/users?pageSize=100',
    )
    expect(listed.data.list.map(({ id }) => id)).toEqual([university.idOf('users', 'secretary')])
  })

  test('a search finds names by their own text, and by no other field of the record', async () => {
    expect(await listTitles('secretary', 'users', { search: 'user admin' })).toEqual([
      'Canary User admin',
    ])
    for (const search of [
      'canary.username.admin',
      'canary.user.admin@univ.ro',
      '0740123456',
      'canary-user-description-admin',
    ])
      expect([search, await listTitles('secretary', 'users', { search })]).toEqual([search, []])
    const ids = (['admin', 'student'] as const).map((role) => university.idOf('users', role))
    expect(await listTitles('secretary', 'users', { only: ids.join(',') })).toEqual([
      'Canary User admin',
    ])
  })

  test('names are filtered only by the conditions of a reference, and sorted by name', async () => {
    expect(await listTitles('secretary', 'users', { 'filters[isActive]': 'true' })).toHaveLength(2)
    const invalidQueries: Record<string, string>[] = [
      { 'filters[phone]': '0740' },
      { 'filters[email]': 'canary' },
      { 'filters[role]': 'admin' },
      { 'filters[username]': 'canary' },
      { sort: 'email' },
      { view: 'all' },
    ]
    for (const query of invalidQueries) {
      const answer = await listNames('secretary', 'users', query)
      expect([query, answer.status, answer.failure.code]).toEqual([query, 400, 'filter.unknown'])
    }
  })

  test('a professor sees names of colleagues without reading their records, and others see names of readable records', async () => {
    const [first] = (
      await listNames('professor', 'professors', {
        search: 'canaryprofessorother',
        'filters[isActive]': 'true',
      })
    ).data.list
    expect(first).toEqual({
      id: university.idOf('professors', 'other'),
      lastName: 'Canaryprofessorother',
      firstName: 'Canaryfirstother',
      _title: 'Canaryprofessorother Canaryfirstother',
      _titles: {},
    })
    expect(
      await listTitles('professor', 'professors', { search: 'canary.professor.other' }),
    ).toEqual([])
    expect(await listTitles('student', 'users')).toEqual(['Canary User student'])
    expect(await listTitles('admin', 'users')).toHaveLength(5)
  })
})
