import * as viewCalls from '@matricola/schema/calls/saved-views.ts'
import type { Page, WireRecord, WireViewCounts } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

describe.each(engines)('saved views of lists of the university on $engine', ({ open }) => {
  let api: TestApp
  let university: SeededUniversity
  beforeAll(async () => {
    api = await startApp(open)
    university = await seedUniversity(api)
  })
  afterAll(() => api.close())

  const save = (caller: Caller, view: object) =>
    api.call<WireRecord>(caller, 'POST', '/api/saved-views/create', view)
  const refusal = async (answer: Promise<{ status: number; failure: { fields?: object } }>) => {
    const { status, failure } = await answer
    return [status, failure.fields]
  }

  test('a list that is not open to the role has no views', async () => {
    expect(await refusal(save(university.professor, { list: 'registrations', name: 'x' }))).toEqual(
      [400, { list: [{ code: 'view.unknown' }] }],
    )
  })

  describe('counts', () => {
    const counts = (caller: Caller | null, query: string) =>
      api.call<WireViewCounts>(caller, 'GET', `${viewCalls.getViewCounts.path}?${query}`)

    test('contain the number of applications in each declared view', async () => {
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

    test('leave out a declared view that uses fields that the role cannot read', async () => {
      expect(
        Object.keys((await counts(university.secretary, 'list=exams')).data.declared),
      ).toContain('overdue')
      expect(
        Object.keys((await counts(university.student, 'list=exams')).data.declared),
      ).not.toContain('overdue')
    })

    test('are refused for a list that is not open to the user', async () => {
      expect((await counts(university.student, 'list=registrations')).failure.code).toBe(
        'access.denied',
      )
    })
  })
})
