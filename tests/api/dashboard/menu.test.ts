import { randomUUID } from 'node:crypto'
import { menuOf } from '@matricola/schema/areas.ts'
import { menuKey } from '@matricola/schema/menu.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireMenu } from '@matricola/schema/wire/menu.ts'
import type { Page, WireMailPage, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getResource, registry } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

let api: TestApp
let university: SeededUniversity
const run = (text: string, values: readonly unknown[] = []) =>
  api.context.database.query(text, values)
beforeAll(async () => {
  api = await startApp(openTestDatabase)
  university = await seedUniversity(api)
  await run("update registrations set status = 'submitted', assigned_to_id = null")
  await run(
    'update registrations set assigned_to_id = (select id from users where id = $1) where id = $2',
    [university.secretary.id, university.idOf('registrations', 'own')],
  )
  await run("update grade_appeals set status = 'open', due_at = now() - interval '1 day'")
  for (const state of ['dead', 'dead', 'sent'])
    await run(
      `insert into outbox_mail (id, kind, language, params, created_at, run_at, state) values ($1, 'accepted', 'ro', '{}', now(), now(), $2)`,
      [randomUUID(), state],
    )
})
afterAll(() => api.close())

const menuFor = async (role: (typeof registry.roles)[number]) =>
  (await api.call<WireMenu>(university[role], 'GET', '/api/menu')).data

test.each(registry.roles)(
  'every number in the menu of a %s is the total of the list that it links to',
  async (role) => {
    const { waits } = await menuFor(role)
    const declared = menuOf(registry, role).flatMap(({ name, waits: all = [] }) =>
      all.map((wait) => [name, menuKey(wait), wait.view] as const),
    )
    let checked = 0
    for (const [section, entry, view] of declared) {
      const { data } =
        entry === 'mails'
          ? await api.call<WireMailPage>(university[role], 'GET', `/api/mails?view=${view}`)
          : await api.call<Page<WireRecord>>(
              university[role],
              'GET',
              `${endpointsOf(getResource(entry)).list.path}?view=${view}`,
            )
      const part = waits[section ?? '']?.parts.find((one) => one.entry === entry)
      expect([section, entry, part?.count ?? 0]).toEqual([section, entry, data.totalCount])
      if (part) checked += 1
    }
    for (const { count, parts } of Object.values(waits))
      expect(count).toBe(parts.reduce((sum, part) => sum + (part.count ?? 0), 0))
    expect(checked).toBe(role === 'admin' ? 3 : role === 'secretary' ? 2 : 0)
  },
)

test('the numbers depend on the user, and overdue work and failed emails are red', async () => {
  const [admin, secretary] = [await menuFor('admin'), await menuFor('secretary')]
  expect(admin.waits.administration).toMatchObject({ count: 2, tone: 'danger' })
  expect(admin.waits.teaching?.tone).toBe('danger')
  expect(admin.waits.admission?.tone).toBe('neutral')
  // The application of the secretary waits for nobody else.
  expect(secretary.waits.admission?.count).toBe((admin.waits.admission?.count ?? 0) + 1)
  expect(Object.keys(secretary.waits)).not.toContain('administration')
})

test('entries are in use as soon as the university has a record, even one that the user may not read', async () => {
  const merit = [
    'admission-rounds',
    'admission-programmes',
    'admission-fees',
    'admission-drafts',
    'admission-appeals',
  ]
  expect((await menuFor('secretary')).used).toEqual(expect.arrayContaining(merit))
  expect((await menuFor('student')).used).toEqual([])
  expect((await menuFor('admin')).used).not.toContain('bank-payments')
  await run("update settings set bank_iban = 'RO49AAAA1B31007593840000'")
  expect((await menuFor('admin')).used).toContain('bank-payments')
  await run('truncate admission_programmes cascade')
  const { used } = await menuFor('admin')
  for (const entry of merit) expect(used).not.toContain(entry)
})
