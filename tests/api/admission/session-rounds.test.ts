/** The last day for appeals of an admission session, which its rounds replace. */

import { readdirSync, readFileSync } from 'node:fs'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'

const sessionsPath = '/api/admission-sessions'

describe.each(engines)('rounds of an admission session on $engine', ({ open }) => {
  let office: ImportApp

  beforeAll(async () => {
    office = await startImportApp(open)
  })
  afterAll(() => office.close())

  const update = (values: object) =>
    office.call<WireRecord>(office.admin, 'PATCH', `${sessionsPath}/update`, values)

  test('a session has a last day for appeals only while it has no rounds', async () => {
    const { id } = await office.create('admission-sessions', {
      ...{ name: 'September 2027', academicYear: '2027-2028', appealUntil: '2027-09-20' },
    })
    const read = async () => {
      const { data } = await office.call<WireRecord>(office.admin, 'GET', `${sessionsPath}/${id}`)
      return [data.hasRounds, data.appealUntil]
    }
    expect(await read()).toEqual([false, '2027-09-20'])
    const rows = [1, 2].map((number) => `September 2027,Round ${number},${number}`)
    const job = await office.runImport(
      'admission-rounds',
      ['admissionSessionId,name,number', ...rows].join('\n'),
    )
    expect(job.counts).toMatchObject({ done: 2 })
    expect(await read()).toEqual([true, null])
    const refused = await update({ id, appealUntil: '2027-09-21' })
    expect([refused.status, refused.failure.fields]).toEqual([
      400,
      { appealUntil: [{ code: 'field.notApplicable' }] },
    ])
    const [change] = (
      await office.call<Page<WireChange>>(office.admin, 'GET', `${sessionsPath}/${id}/history`)
    ).data.list
    expect(change?.changes).toEqual([
      { field: 'appealUntil', before: '2027-09-20', after: null },
      { field: 'hasRounds', before: false, after: true },
    ])

    // The undo removes both rounds at once.
    await office.call<WireJob>(office.admin, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
    await office.run()
    expect(await read()).toEqual([false, null])
    expect((await update({ id, appealUntil: '2027-09-21' })).status).toBe(200)
  })

  test('an upgrade empties the last day for appeals of sessions with rounds, and records it', async () => {
    const withRound = await office.create('admission-sessions', {
      ...{ name: 'July 2027', academicYear: '2027-2028', appealUntil: '2027-07-20' },
    })
    const without = await office.create('admission-sessions', {
      ...{ name: 'July 2028', academicYear: '2028-2029', appealUntil: '2028-07-20' },
    })
    const { database } = office.context
    // As stored by the version before.
    await database.query(
      "insert into admission_rounds (id, admission_session_id, name, name_key, number) values (gen_random_uuid(), $1, 'Round', 'round', 1)",
      [withRound.id],
    )
    const file = readdirSync('server/migrations').find((name) =>
      name.endsWith('_enrolment-dates.sql'),
    )
    const statements = readFileSync(`server/migrations/${file}`, 'utf8').split(
      '--> statement-breakpoint',
    )
    for (const statement of statements.slice(-2)) await database.query(statement)
    const read = async (id: string) =>
      (await office.call<WireRecord>(office.admin, 'GET', `${sessionsPath}/${id}`)).data
    expect(await read(withRound.id)).toMatchObject({
      ...{ hasRounds: true, appealUntil: null, version: 2 },
    })
    expect(await read(without.id)).toMatchObject({
      ...{ hasRounds: false, appealUntil: '2028-07-20', version: 1 },
    })
    const history = await office.call<Page<WireChange>>(
      ...([office.admin, 'GET', `${sessionsPath}/${withRound.id}/history`] as const),
    )
    expect(history.data.list[0]?.changes).toEqual([
      { field: 'appealUntil', before: '2027-07-20', after: null },
      { field: 'hasRounds', before: false, after: true },
    ])
  })
})
