import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startUniversityApp, type UniversityApp } from '#tests/support/university-app.ts'

describe.each(engines)('reading the past on $engine', ({ open }) => {
  let site: UniversityApp
  beforeAll(async () => {
    site = await startUniversityApp(open, '2026-12-10T21:30:00.000Z')
  })
  afterAll(() => site.close())

  test('leaves out values that the server computes from other records', async () => {
    site.moveTo('2026-12-12T12:00:00.000Z')
    const { data } = await site.call<Page<WireRecord>>(
      createCaller('admin'),
      'GET',
      '/api/department-profiles?asOf=2026-12-10',
    )
    expect(data.list[0]?.name).toBe('Informatică')
    expect(data.list[0]?.studentFacultyRatio).toBeNull()
  })
})
