import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { valueEntries } from '@matricola/schema/resource-fields.ts'
import { restoreBackup } from '@matricola/server/backup/restore.ts'
import { tableNames } from '@matricola/server/backup/rows.ts'
import { backupToFile } from '@matricola/server/backup/write.ts'
import { columnNameOf } from '@matricola/server/database/names.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { stageNewFile } from '@matricola/server/session/file-records.ts'
import { runHousekeeping } from '@matricola/server/session/housekeeping.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import { emptyDatabase } from '@matricola/testing/reused-databases.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentField, documentNames } from '#resources/application-documents.ts'
import { getResource } from '#resources/index.ts'
import { erasedPersonValues } from '#server/admission/privacy/erase.ts'
import { eraseByReference } from '#server/admission/privacy/erase-by-reference.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import {
  applyRetention,
  applyRetentionNightly,
  previewRetention,
} from '#server/admission/privacy/retention.ts'
import { storeAcceptances } from '#server/admission/ranking/acceptances.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { seedApplications } from '#tests/support/seed-applications.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const registrations = getResource('registrations')

let site: SessionApp
/**
 * The programme and two admission sessions: one that closed on 31 January 2026 and one that never
 * closes.
 */
let programme: { departmentProfileId: string; specializationId: string }
let closed: string
let unlimitedId: string

beforeAll(async () => {
  site = await startSessionApp()
})
afterAll(() => site.close())

const previewErasure = () => previewRetention(site.context, site.context.clock.now())

/** Moves the clock, and the database's known time, to noon on a day. */
async function on(date: string): Promise<void> {
  site.freezeClock()
  site.wait(Date.parse(`${date}T12:00:00Z`) - site.context.clock.now().getTime())
  await recordClockTime(site.context)
}

beforeEach(async () => {
  await emptyDatabase(site.database, testedApp.registry)
  await on('2026-01-20')
  const make = async (resource: string, body: object) =>
    (
      await recordsOf(site.context).insert(
        systemPermit('demo', getResource(resource), 'create'),
        body,
      )
    ).id
  const departmentProfileId = await make('departments', { name: 'Litere' })
  programme = {
    departmentProfileId,
    specializationId: await make('specializations', {
      name: 'Filologie',
      code: 'FIL',
      departmentProfileId,
      yearsOfStudy: 3,
      totalCredits: 180,
    }),
  }
  const firstPeriod = { academicYear: '2025-2026', opensAt: '2025-12-01T08:00:00.000Z' }
  closed = await make('admission-sessions', {
    name: 'Iarna',
    ...firstPeriod,
    closesAt: '2026-01-31T20:00:00.000Z',
  })
  unlimitedId = await make('admission-sessions', { name: 'Oricând', ...firstPeriod })
})

/** Files per application: its documents, one replaced document and the attachment of a message. */
const filesEach = documentNames.length + 2

/**
 * Creates an application with every document that any programme requires, a replaced document, a
 * message with an attachment, a change, a note, an answer and an email. All of them contain personal
 * data.
 */
async function seedClosedApplication(status: string, values: object = {}) {
  const { context, database } = site
  const [id = ''] = await seedApplications(context, 1, {
    ...programme,
    admissionSessionId: closed,
    status,
    lastName: 'Canarian',
    firstName: 'Canarina',
    city: 'Canaria',
    address: 'Str. Canarului nr. 1',
    personalEmail: 'canary@example.com',
    issue: 'Canary issue',
    motivation: 'Canary motivation',
    ...values,
  })
  for (const name of [...documentNames, 'fileCV'] as const) {
    const bytes = Buffer.from('%PDF-1.4 canary')
    const file = await stageNewFile(context, {
      bytes,
      original: bytes,
      kind: 'pdf',
      name: 'canary.pdf',
      ownerId: id,
    })
    await database.query(
      `update registrations set ${columnNameOf(documentField(name))} = $2 where id = $1`,
      [id, file],
    )
    await database.query(
      `update file set replaced_at = $2 where resource = 'registrations' and record_id = $1 and field = $3 and claimed_at is not null`,
      [id, context.clock.now(), documentField(name)],
    )
    await database.query(
      `update file set owner_id = null, claimed_at = $3, resource = 'registrations', record_id = $2, field = $4 where id = $1`,
      [file, id, context.clock.now(), documentField(name)],
    )
  }
  await recordsOf(context).applyInternalChange(systemPermit('applicant', registrations, 'update'), {
    id,
    action: 'answer',
    reason: 'canary reason',
    values: () => ({ address: 'Str. Canarilor nr. 2' }),
  })
  await storeAcceptances(database, [
    {
      ...{ registrationId: id, roundId: null, specializationId: programme.specializationId },
      ...{ kind: 'canary', mode: 'keep', consented: [], agreedToPay: false },
      ...{ by: { kind: 'applicant' }, at: context.clock.now(), language: 'ro' },
    },
  ])
  const bytes = Buffer.from('%PDF-1.4 canary attachment')
  const firstAttachmentUrl = await stageNewFile(context, {
    ...{ bytes, original: bytes, kind: 'pdf', name: 'canary.pdf', ownerId: null },
  })
  await recordsOf(context).insert(
    systemPermit('applicant', getResource('application-messages'), 'create'),
    {},
    {
      ...{ registrationId: id, author: 'applicant', body: 'canary message', firstAttachmentUrl },
      sentAt: context.clock.now().toISOString(),
    },
  )
  await addTimelineEvent(database, {
    registrationId: id,
    type: 'noteAdded',
    by: { kind: 'system' },
    at: context.clock.now(),
    note: 'canary note',
  })
  await queueMail(database, context.clock.now(), {
    kind: 'declined',
    recordId: id,
    address: 'canary@example.com',
    language: 'ro',
  })
  await database.query(
    `with done as (insert into job (id, kind, resource, state, actor_id, actor_name, actor_role, language, input, total, counts, created_at, finished_at)
       values (gen_random_uuid(), 'import', 'registrations', 'done', $1, 'Office', 'secretary', 'ro', '{}', 1, '{"done": 1}', $2, $2) returning id)
     insert into job_item (job_id, position, record_id, outcome, title, input, changes)
     select id, 1, $1, 'done', 'Canarian Canarina', 'sealed canary', '{"city": ["Canaria", "Canaria Nouă"]}' from done`,
    [id, context.clock.now()],
  )
  const [row] = await database.query<{ reference: string }>(
    'select reference_code as reference from registrations where id = $1',
    [id],
  )
  const reference = row?.reference ?? ''
  await queueMail(database, context.clock.now(), {
    kind: 'accessCode',
    address: 'canary@example.com',
    language: 'ro',
    params: { reference },
  })
  return { id, reference }
}

/** Every row of every table as text, except the tables that record current activity. */
async function readAllRows(...without: string[]): Promise<string[]> {
  const names = (await tableNames(site.database)).filter((name) => !without.includes(name))
  const remaining: string[] = []
  for (const name of names)
    for (const { row } of await site.database.query<{ row: string }>(
      `select row_to_json(t)::text as row from "${name}" t`,
    ))
      remaining.push(`${name} ${row}`)
  return remaining.sort()
}
const canaries = async () => (await readAllRows()).filter((row) => /canar/i.test(row))
/** Number of stored files. The folders hold nothing else. */
const stored = () => readdirSync(join(site.context.config.dataDir, '2026/01')).length
const record = (id: string) =>
  recordsOf(site.context).getStored(systemPermit('demo', registrations, 'read'), id)

describe('data retention', () => {
  test('erases only declined applications, in two phases after the admission has closed', async () => {
    const [declined, withdrawn] = [
      await seedClosedApplication('declined'),
      await seedClosedApplication('declined', { reasonCode: 'withdrawn' }),
    ]
    const others = [
      await seedClosedApplication('submitted'),
      await seedClosedApplication('accepted'),
      await seedClosedApplication('accepted', { enrolledAt: '2026-01-15T10:00:00.000Z' }),
      await seedClosedApplication('update_requested'),
      await seedClosedApplication('declined', { admissionSessionId: unlimitedId }),
    ]
    const due = [declined.reference, withdrawn.reference]
    const hasIdIn = (rows: { readonly id: string }[]) => (row: string) =>
      rows.some(({ id }) => row.includes(id))
    const before = (await readAllRows()).filter(hasIdIn(others))
    const files = stored()

    await on('2026-07-31')
    for (const preview of [previewErasure, () => applyRetention(site.context)])
      expect(await preview()).toEqual({ files: [], persons: [], bankLines: 0 })

    await on('2026-08-01')
    const untouched = await readAllRows()
    expect(await previewErasure()).toEqual({ files: due, persons: [], bankLines: 0 })
    expect(await readAllRows()).toEqual(untouched)
    expect(await applyRetention(site.context)).toEqual({ files: due, persons: [], bankLines: 0 })
    expect(stored()).toBe(files - 2 * filesEach)
    expect((await record(declined.id)).values).toMatchObject({
      lastName: 'Canarian',
      fileCVUrl: null,
      fileDiplomaUrl: null,
      erasedAt: null,
    })
    expect(await applyRetention(site.context)).toEqual({ files: [], persons: [], bankLines: 0 })

    await on('2027-02-01')
    expect(await previewErasure()).toEqual({ files: [], persons: due, bankLines: 0 })
    expect(await applyRetention(site.context)).toEqual({ files: [], persons: due, bankLines: 0 })
    expect((await canaries()).filter(hasIdIn([declined, withdrawn]))).toEqual([])
    expect((await readAllRows()).filter(hasIdIn(others))).toEqual(before)
    expect(stored()).toBe(files - 2 * filesEach)
    expect(
      await site.database.query(
        `select details from security_event where kind = 'retentionRun' order by at`,
      ),
    ).toEqual([
      { details: { files: 2, persons: 0, bankLines: 0 } },
      { details: { files: 0, persons: 2, bankLines: 0 } },
    ])
  })

  test('runs both phases in one run if the program was not running when they were due', async () => {
    const { id, reference } = await seedClosedApplication('declined')
    await on('2028-01-01')
    expect(await applyRetention(site.context)).toEqual({
      files: [],
      persons: [reference],
      bankLines: 0,
    })
    expect((await record(id)).values.erasedAt).toBe('2028-01-01T12:00:00.000Z')
    expect(await canaries()).toEqual([])
  })

  test('runs once a day for any number of processes, starting on the second day', async () => {
    await seedClosedApplication('declined')
    await on('2028-01-02')
    for (let round = 0; round < 2; round += 1) await applyRetentionNightly(site.context)
    expect(await canaries()).not.toEqual([])
    await on('2028-01-03')
    await Promise.all([1, 2, 3].map(() => applyRetentionNightly(site.context)))
    expect(await canaries()).toEqual([])
    expect(
      await site.database.query(`select 1 from security_event where kind = 'retentionRun'`),
    ).toHaveLength(1)
  })
})

describe('an application whose data is erased', () => {
  test('keeps reference number, status and dates, and no personal data in any table or file', async () => {
    const { id, reference } = await seedClosedApplication('declined', {
      reasonCode: 'withdrawn',
      decidedAt: '2026-01-16T10:00:00.000Z',
    })
    const files = stored()
    expect(await eraseByReference(site.context, reference)).toBe(filesEach)
    expect(await canaries()).toEqual([])
    expect(stored()).toBe(files - filesEach)
    const { values } = await record(id)
    expect(values).toMatchObject({
      ...erasedPersonValues,
      referenceCode: reference,
      status: 'declined',
      reasonCode: 'withdrawn',
      submittedAt: '2026-07-02T08:30:00.000Z',
      decidedAt: '2026-01-16T10:00:00.000Z',
      specializationId: programme.specializationId,
      erasedAt: '2026-01-20T12:00:00.000Z',
    })
    const [row] = await site.database.query<{
      cnp_bidx: null
      search_text: string
      last_name_key: string
    }>('select cnp_bidx, search_text, last_name_key from registrations where id = $1', [id])
    expect(row).toEqual({
      cnp_bidx: null,
      search_text: `-\n-\n${reference.toLowerCase()}`,
      last_name_key: '-',
    })
    const changes = await site.database.query(
      'select action, actor_name from change where record_id = $1 order by version desc limit 1',
      [id],
    )
    expect(changes).toEqual([{ action: 'erase', actor_name: 'erasure' }])
  })

  test('is not erased while undecided or accepted, and leaves every other application unchanged', async () => {
    const other = await seedClosedApplication('declined')
    const before = (await readAllRows()).filter((row) => row.includes(other.id))
    for (const status of [
      'submitted',
      'under_review',
      'update_requested',
      'in_progress',
      'accepted',
    ]) {
      const { reference } = await seedClosedApplication(status)
      const untouched = await readAllRows()
      await expect(eraseByReference(site.context, reference)).rejects.toMatchObject({
        code: 'transition.refused',
      })
      expect(await readAllRows()).toEqual(untouched)
    }
    await eraseByReference(site.context, (await seedClosedApplication('declined')).reference)
    expect((await readAllRows()).filter((row) => row.includes(other.id))).toEqual(before)
    await expect(eraseByReference(site.context, 'ID00000000')).rejects.toMatchObject({
      code: 'record.missing',
    })
  })

  test('has its files removed later if the store does not respond', async () => {
    const { id, reference } = await seedClosedApplication('declined')
    const files = stored()
    const remove = () => Promise.reject(new Error('the store is away'))
    expect(
      await eraseByReference(
        { ...site.context, files: { ...site.context.files, remove } },
        reference,
      ),
    ).toBe(filesEach)
    expect(stored()).toBe(files)
    expect((await record(id)).values.fileCVUrl).toBeNull()
    await on('2026-01-25')
    await runHousekeeping(site.context, testedApp.packs.housekeeping)
    expect(stored()).toBe(files - filesEach)
    expect(await site.database.query('select name from file where record_id = $1', [id])).toEqual(
      [],
    )
  })

  test('stays erased when an older backup is restored', async () => {
    const [fullRow, files, retained] = [
      await seedClosedApplication('declined'),
      await seedClosedApplication('declined'),
      await seedClosedApplication('declined', { admissionSessionId: unlimitedId }),
    ]
    const archive = join(site.context.config.dataDir, 'before.tar.gz')
    await backupToFile(site.context, archive)
    await eraseByReference(site.context, fullRow.reference)
    await on('2026-08-01')
    expect(await applyRetention(site.context)).toEqual({
      files: [files.reference],
      persons: [],
      bankLines: 0,
    })
    const bytes = stored()
    expect(
      await restoreBackup(archive, site.context, {
        force: true,
        erasures: testedApp.packs.erasures,
      }),
    ).toMatchObject({
      reappliedErasures: 2,
    })
    expect((await canaries()).filter((row) => row.includes(fullRow.id))).toEqual([])
    expect((await record(files.id)).values).toMatchObject({
      lastName: 'Canarian',
      fileIdCardUrl: null,
    })
    expect((await record(retained.id)).values).toMatchObject({
      lastName: 'Canarian',
      erasedAt: null,
    })
    expect((await record(retained.id)).values.fileCVUrl).not.toBeNull()
    expect(stored()).toBe(bytes)
    expect(
      await restoreBackup(archive, site.context, {
        force: true,
        erasures: testedApp.packs.erasures,
      }),
    ).toMatchObject({
      reappliedErasures: 2,
    })
  })

  test('has a rule for each field, which is either emptied or contains no personal data', () => {
    const retainedQuery =
      `referenceCode admissionSessionId formVersionId formVersionIds identityType sex language departmentProfileId specializationId fundingPreference status submittedAt
      unansweredSince assignedToId assignedAt updateDueAt remindedAt overdueAt reasonCode decidedAt decidedOn notifiedStatus notifyAt documentMissing isDuplicate isAutomated identityWaived applicationFeeDue gradesCheckedAt gradesCheckedById emailState wonSpecializationId wonFunding confirmBy
      confirmedAt payBy acceptance placeState enrolledAt studentId noticeAcknowledgedAt noticeVersion erasedAt`.split(
        /\s+/,
      )
    const fields = valueEntries(registrations).map(([name]) => name)
    expect([...Object.keys(erasedPersonValues), ...retainedQuery].sort()).toEqual(fields.sort())
  })
})

test("a person's stored data can be exported as a whole, and the export is logged", async () => {
  const { id, reference } = await seedClosedApplication('submitted')
  const { data, files } = await exportPerson(site.context, reference)
  expect(files.map(({ name }) => name)).toEqual([
    ...['1-fileCV.pdf', '2-fileCV.pdf', '3-fileDiploma.pdf', '4-fileIdCard.pdf'],
    ...['5-fileMedical.pdf', '6-filePortfolio.pdf', '7-attachment.pdf'],
  ])
  expect(data).toMatchObject({
    application: {
      id,
      values: { lastName: 'Canarian', cnp: expect.stringMatching(/^\d{13}$/) },
      titles: { specializationId: 'Filologie' },
    },
    student: null,
    placeAnswers: [{ kind: 'canary', mode: 'keep', agreed_to_pay: false }],
    applicationMessages: [{ author: 'applicant', body: 'canary message' }],
    timeline: [{ type: 'noteAdded', note: 'canary note' }],
    changes: [{ action: 'answer', before: { address: 'Str. Canarului nr. 1' } }],
    mails: [{ kind: 'declined' }],
  })
  for (const { key } of files) expect(existsSync(join(site.context.config.dataDir, key))).toBe(true)
  expect(
    await site.database.query('select kind, user_name from access_log where record_id = $1', [id]),
  ).toEqual([{ kind: 'exported', user_name: 'export-person' }])
})
