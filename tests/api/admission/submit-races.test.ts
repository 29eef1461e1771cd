import { buildServer } from '@matricola/server/app/build-server.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  submitMultipart,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'
import { testedApp } from '#tests/support/tested-app.ts'

describe.each(engines)('simultaneous applications on the $engine engine', ({ open }) => {
  let site: SessionApp
  let programme: ProgrammeIds
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    programme = await seedProgramme(site)
    await updateSettings(site, { registrationOpen: true })
  })
  afterAll(() => site.close())
  const count = async (where: string) =>
    Number(
      (
        await site.database.query<{ n: number }>(
          `select count(*) as n from registrations where ${where}`,
        )
      )[0]?.n,
    )

  test.each(['with one key', 'without a key'])(
    'fifty identical ones %s create one registration and get the same response',
    async (keyUse) => {
      const form = applicationForm(keyUse === 'with one key' ? 301 : 302, programme)
      const headers = keyUse === 'with one key' ? { 'idempotency-key': crypto.randomUUID() } : {}
      const browsers = Array.from({ length: 50 }, () => site.browser())
      const answers = await Promise.all(
        browsers.map((browser) => submitMultipart(browser, form, undefined, headers)),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(await count(`personal_email = '${form.personalEmail}'`)).toBe(1)
      expect(await site.database.query('select 1 from file where claimed_at is null')).toEqual([])
    },
  )

  test('fifty identical ones to two processes create one registration and get the same response', async () => {
    // A second process on the same database and files.
    const app = buildServer(testedApp, { ...site.context })
    await app.ready()
    const form = {
      ...applicationForm(303, programme),
      ...(await uploadRequiredDocuments(site.browser())),
    }
    const header = { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 ? app : site.app).inject({
          method: 'POST',
          url: '/api/registrations/create',
          headers: header,
          payload: JSON.stringify(form),
        }),
      ),
    )
    await app.close()
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await count(`personal_email = '${form.personalEmail}'`)).toBe(1)
  })

  test('ten by one person for one programme, with distinct keys, create one registration, and nine are refused', async () => {
    const browsers = Array.from({ length: 10 }, () => site.browser())
    const answers = await Promise.all(
      browsers.map((browser, i) =>
        submitMultipart(
          browser,
          applicationForm(304, programme, { city: `Turda ${i}` }),
          undefined,
          {
            'idempotency-key': crypto.randomUUID(),
          },
        ),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  test('ten by a person without a CNP for one programme create one registration', async () => {
    const foreign = {
      identityType: 'passport',
      foreignIdNumber: 'XX9900112',
      cnp: undefined,
      serialNumber: undefined,
    }
    const documents = await Promise.all(
      Array.from({ length: 10 }, () => uploadRequiredDocuments(site.browser())),
    )
    const answers = await Promise.all(
      documents.map((ids, i) =>
        submitJson(site.browser(), {
          ...applicationForm(305, programme, { ...foreign, city: `Turda ${i}` }),
          ...ids,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('eight by one person for eight programmes create five registrations', async () => {
    const programmes = []
    for (let i = 0; i < 8; i += 1) programmes.push(await seedProgramme(site))
    const answers = await Promise.all(
      programmes.map((choice) => submitMultipart(site.browser(), applicationForm(306, choice))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(await count(`personal_email = '${applicationForm(306, programme).personalEmail}'`)).toBe(
      5,
    )
  })

  test('two with the same document create one registration', async () => {
    const ids = await uploadRequiredDocuments(site.browser())
    const answers = await Promise.all(
      [307, 308].map((number) =>
        submitJson(site.browser(), { ...applicationForm(number, programme), ...ids }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })
})
