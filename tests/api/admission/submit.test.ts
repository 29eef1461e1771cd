import { readdirSync } from 'node:fs'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createLog } from '@matricola/server/http/request-log.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isReferenceCode } from '#resources/admission/reference-code.ts'
import { isAccessCode } from '#server/admission/applicant/access-code.ts'
import { incomingFolder } from '#server/admission/submission/read-form.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { validCnp } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  submitMultipart,
  updateSettings,
  uploadRequiredDocuments,
  uploadStagedDocument,
} from '#tests/support/submit-application.ts'

const lines: string[] = []
let site: SessionApp
let programme: ProgrammeIds
let other: ProgrammeIds
let anyone: TestBrowser
let secretary: TestBrowser
let sequence = 100
const next = () => {
  sequence += 1
  return sequence
}
beforeAll(async () => {
  site = await startSessionApp({}, undefined, {
    log: createLog('trace', { write: (line) => lines.push(line) }),
  })
  programme = await seedProgramme(site)
  other = await seedProgramme(site)
  await site.createAccount('secretary', { username: 'sec' })
  await site.createAccount('student', { username: 'stud' })
  anyone = site.browser()
  secretary = site.browser()
  await secretary.signIn('sec')
})
afterAll(() => site.close())
beforeEach(() => updateSettings(site, { registrationOpen: true, publicStatus: 'minimal' }))

const count = async (table: string, where = 'true') =>
  Number(
    (
      await site.database.query<{ n: number }>(`select count(*) as n from ${table} where ${where}`)
    )[0]?.n,
  )
const stored = async (reference: string) => {
  const [row] = await site.database.query<{ id: string; [column: string]: unknown }>(
    'select * from registrations where reference_code = $1',
    [reference],
  )
  if (!row) throw new Error(`${reference} is not stored`)
  return row
}
const key = () => ({ 'idempotency-key': crypto.randomUUID() })
const incoming = () => readdirSync(incomingFolder(site.context.config.dataDir))

describe('an application (R-C08)', () => {
  test('with three documents in one request is stored completely: record, documents, event, code, email and history', async () => {
    const extraFields = { noticeAcknowledged: true, noticeVersion: '2026-1' }
    const answer = await submitMultipart(anyone, applicationForm(next(), programme, extraFields))
    expect([answer.status, answer.message]).toEqual([201, 'Registration created successfully.'])
    expect(answer.data).toEqual({
      reference: expect.stringMatching(/^ID\d{8}$/),
      accessCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/),
      status: 'submitted',
      submittedAt: expect.stringMatching(/Z$/),
    })
    expect(isReferenceCode(answer.data.reference)).toBe(true)
    const row = await stored(answer.data.reference)
    expect(row).toMatchObject({
      status: 'submitted',
      language: 'en',
      notice_version: '2026-1',
      is_duplicate: false,
      baccalaureate_average: null,
    })
    expect(row.notice_ack_at).not.toBeNull()
    const { id } = row
    expect(await count('file', `record_id = '${id}' and claimed_at is not null`)).toBe(3)
    expect(
      await count(
        'registration_event',
        `registration_id = '${id}' and type = 'submitted' and actor_kind = 'applicant'`,
      ),
    ).toBe(1)
    expect(
      await count('outbox_mail', `record_id = '${id}' and kind = 'registrationReceived'`),
    ).toBe(1)
    expect(await count('change', `record_id = '${id}' and action = 'create'`)).toBe(1)
    expect(
      await isAccessCode(site.database, site.context.keys, {
        registrationId: id,
        code: answer.data.accessCode,
      }),
    ).toBe(true)
    expect(incoming()).toEqual([])
  })

  test('does not store its access code unencrypted in the database', async () => {
    const { data } = await submitMultipart(anyone, applicationForm(next(), programme))
    for (const table of [
      'access_code',
      'outbox_mail',
      'repeated_call',
      'change',
      'registration_event',
      'registrations',
    ])
      expect([
        table,
        await count(table, `strpos(${table}::text, '${data.accessCode}') > 0`),
      ]).toEqual([table, 0])
  })

  test('can name previously sent documents, as fileCV or as fileCVUrl', async () => {
    const sent = await uploadRequiredDocuments(anyone)
    expect(
      (await submitJson(anyone, { ...applicationForm(next(), programme), ...sent })).status,
    ).toBe(201)
    const secondUploads = await uploadRequiredDocuments(anyone)
    const documents = Object.fromEntries(
      Object.entries(secondUploads).map(([name, id]) => [`${name}Url`, id]),
    )
    expect(
      (await submitJson(anyone, { ...applicationForm(next(), programme), ...documents })).status,
    ).toBe(201)
  })

  test('without a CNP has the number of another identity document', async () => {
    const foreign = {
      identityType: 'passport',
      foreignIdNumber: `pk ${next()}12345`,
      cnp: undefined,
      serialNumber: undefined,
    }
    const form = {
      ...applicationForm(1, programme, foreign),
      ...(await uploadRequiredDocuments(anyone)),
    }
    expect((await submitJson(anyone, form)).status).toBe(201)
    const secondSubmission = await submitJson(anyone, {
      ...form,
      city: 'Dej',
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect([secondSubmission.status, secondSubmission.failure.code]).toEqual([
      409,
      'registration.duplicate',
    ])
  })

  test('with cedilla letters is stored with the comma-below letters of Romanian', async () => {
    const { data } = await submitMultipart(
      anyone,
      applicationForm(next(), programme, { lastName: 'Ţăruş', city: 'Ştei' }),
    )
    expect(await stored(data.reference)).toMatchObject({ last_name: 'Țăruș', city: 'Ștei' })
  })

  test('gets emails in the requested language, or else in the language of the request', async () => {
    const french = site.browser({ language: 'fr' })
    const { data } = await submitMultipart(french, applicationForm(next(), programme))
    expect(await stored(data.reference)).toMatchObject({ language: 'fr' })
    const { data: german } = await submitMultipart(
      french,
      applicationForm(next(), programme, { language: 'de' }),
    )
    expect(await stored(german.reference)).toMatchObject({ language: 'de' })
  })
})

describe('a refused application stores nothing', () => {
  test.each<[string, object, string, string]>([
    ['a CNP with a wrong control digit', { cnp: '5050415129914' }, 'cnp', 'nationalId.control'],
    ['a sex that contradicts the CNP', { sex: 'F' }, 'sex', 'nationalId.otherSex'],
    [
      'a birth date that contradicts the CNP',
      { birthDate: '2005-04-16' },
      'birthDate',
      'nationalId.otherBirthDate',
    ],
    ['no CNP', { cnp: undefined }, 'cnp', 'required'],
    [
      'an applicant who is too young',
      { identityType: 'passport', birthDate: '2020-01-01', cnp: undefined },
      'birthDate',
      'person.tooYoung',
    ],
    [
      'a birth date that is too early',
      { identityType: 'passport', birthDate: '1900-01-01', cnp: undefined },
      'birthDate',
      'date.tooEarly',
    ],
    ['a name with digits', { lastName: 'P0p' }, 'lastName', 'text.personName'],
    [
      'an average that is text',
      { baccalaureateAverage: 'ten' },
      'baccalaureateAverage',
      'type.wrong',
    ],
    ['a field for staff', { status: 'accepted' }, 'status', 'field.notWritable'],
    ['an unknown field', { role: 'admin' }, 'role', 'field.unknown'],
    [
      'a privacy notice that is not accepted',
      { noticeAcknowledged: false },
      'noticeAcknowledged',
      'notice.required',
    ],
    [
      'a filled honeypot field',
      { website: 'https://example.com' },
      'website',
      'field.notApplicable',
    ],
  ])('with %s', async (_, values, field, code) => {
    const before = await count('registrations')
    const form = JSON.parse(
      JSON.stringify({
        ...applicationForm(next(), programme, values),
        ...(await uploadRequiredDocuments(anyone)),
      }),
    )
    const answer = await submitJson(anyone, form)
    expect([answer.status, answer.failure.fields?.[field]?.[0]?.code]).toEqual([400, code])
    expect(await count('registrations')).toBe(before)
  })

  test('and lists every invalid field, including documents, by the names that were sent', async () => {
    const form = {
      ...applicationForm(next(), programme, { city: '', phone: 'none', birthDate: '2005-04-16' }),
      fileCVUrl: 'nonsense',
    }
    const { failure } = await submitJson(anyone, form)
    expect(failure.message).toBe(
      'Some fields have problems. Correct the marked fields and try again.',
    )
    expect(Object.keys(failure.fields ?? {}).sort()).toEqual([
      'birthDate',
      'city',
      'fileCVUrl',
      'fileDiploma',
      'fileIdCard',
      'phone',
    ])
  })

  test('with a programme of a different department, or with a deactivated programme', async () => {
    const inactive = await seedProgramme(site)
    await site.database.query('update specializations set is_active = false where id = $1', [
      inactive.specializationId,
    ])
    const mixed = { ...programme, specializationId: other.specializationId }
    for (const choice of [mixed, inactive]) {
      const { status, failure } = await submitMultipart(anyone, applicationForm(next(), choice))
      expect([status, failure.fields?.specializationId?.[0]?.code]).toEqual([
        400,
        'reference.notAllowed',
      ])
    }
  })

  test('with a document that is unknown, already used, owned by another caller or too old', async () => {
    const used = await uploadRequiredDocuments(anyone)
    await submitJson(anyone, { ...applicationForm(next(), programme), ...used })
    const old = await uploadRequiredDocuments(anyone)
    await site.database.query(
      `update file set created_at = created_at - interval '25 hours' where id = $1`,
      [old.fileCV],
    )
    const staffUploads = await uploadRequiredDocuments(secretary)
    const unknown = {
      fileCV: crypto.randomUUID(),
      fileDiploma: crypto.randomUUID(),
      fileIdCard: crypto.randomUUID(),
    }
    for (const [documents, fields] of [
      [used, 3],
      [unknown, 3],
      [staffUploads, 3],
      [old, 1],
    ] as const) {
      const { status, failure } = await submitJson(anyone, {
        ...applicationForm(next(), programme),
        ...documents,
      })
      expect([
        status,
        Object.keys(failure.fields ?? {}).length,
        failure.fields?.fileCV?.[0]?.code,
      ]).toEqual([400, fields, 'file.unknown'])
    }
  })

  test('and gets a response in the language of the request', async () => {
    const german = site.browser({ language: 'de' })
    const { failure } = await submitJson(german, {})
    expect(failure.message).toBe(site.context.texts.text('de', 'errors:errors.input.invalid'))
  })
})

describe('a repeated application', () => {
  test('with the same key gets the first response, byte for byte', async () => {
    const [form, header] = [applicationForm(next(), programme), key()]
    const first = await submitMultipart(anyone, form, undefined, header)
    const second = await submitMultipart(anyone, form, undefined, header)
    expect([second.status, second.text]).toEqual([201, first.text])
    expect(
      await count('outbox_mail', `record_id = '${(await stored(first.data.reference)).id}'`),
    ).toBe(1)
  })

  test('gets that response even after the admission has closed', async () => {
    const [form, header] = [applicationForm(next(), programme), key()]
    const first = await submitMultipart(anyone, form, undefined, header)
    await updateSettings(site, { registrationOpen: false })
    expect((await submitMultipart(anyone, form, undefined, header)).text).toBe(first.text)
    expect((await submitMultipart(anyone, form, undefined, key())).failure.code).toBe(
      'registration.closed',
    )
  })

  test('without a key is recognised for ten minutes by its content, including documents sent again', async () => {
    site.freezeClock()
    const form = applicationForm(next(), programme)
    const first = await submitJson(anyone, { ...form, ...(await uploadRequiredDocuments(anyone)) })
    site.wait(9 * 60_000)
    expect(
      (await submitJson(anyone, { ...form, ...(await uploadRequiredDocuments(anyone)) })).text,
    ).toBe(first.text)
    site.wait(2 * 60_000)
    expect(
      (await submitJson(anyone, { ...form, ...(await uploadRequiredDocuments(anyone)) })).failure
        .code,
    ).toBe('registration.duplicate')
  })

  test('with the same key and other values is refused with 422', async () => {
    const [number, header] = [next(), key()]
    await submitMultipart(anyone, applicationForm(number, programme), undefined, header)
    const second = await submitMultipart(
      anyone,
      applicationForm(number, programme, { city: 'Dej' }),
      undefined,
      header,
    )
    expect([second.status, second.failure.code]).toEqual([422, 'request.differs'])
  })

  test('with the key of a refused attempt is a new application', async () => {
    const [number, header] = [next(), key()]
    expect(
      (
        await submitMultipart(
          anyone,
          applicationForm(number, programme, { city: '' }),
          undefined,
          header,
        )
      ).status,
    ).toBe(400)
    expect(
      (await submitMultipart(anyone, applicationForm(number, programme), undefined, header)).status,
    ).toBe(201)
  })

  test('leaves no documents without an application', async () => {
    const [form, header] = [applicationForm(next(), programme), key()]
    await submitMultipart(anyone, form, undefined, header)
    const before = await count('file', 'claimed_at is null')
    await submitMultipart(anyone, form, undefined, header)
    await submitMultipart(anyone, { ...form, city: 'Dej' })
    expect(await count('file', 'claimed_at is null')).toBe(before)
    expect(incoming()).toEqual([])
  })
})

describe('a person', () => {
  test('has at most one active application for a programme, and can apply again after it has been declined', async () => {
    const number = next()
    const { data } = await submitMultipart(anyone, applicationForm(number, programme))
    const second = await submitMultipart(
      anyone,
      applicationForm(number, programme, { city: 'Dej' }),
    )
    expect([second.status, second.failure.code]).toEqual([409, 'registration.duplicate'])
    await site.database.query(
      `update registrations set status = 'declined' where reference_code = $1`,
      [data.reference],
    )
    expect(
      (await submitMultipart(anyone, applicationForm(number, programme, { city: 'Dej' }))).status,
    ).toBe(201)
  })

  test('has at most five active applications in an admission session', async () => {
    const number = next()
    for (let i = 0; i < 5; i += 1)
      expect(
        (await submitMultipart(anyone, applicationForm(number, await seedProgramme(site)))).status,
      ).toBe(201)
    const sixth = await submitMultipart(anyone, applicationForm(number, programme))
    expect([sixth.status, sixth.failure.code]).toEqual([409, 'registration.tooMany'])
  })

  test.each([
    ['a stranger with another address', 'minimal', { personalEmail: 'stranger@example.com' }],
    ['a stranger with another address', 'off', { personalEmail: 'stranger@example.com' }],
    ['the same address', 'off', {}],
    ['the same address', 'code', {}],
  ])(
    '%s in mode %s gets the response of a first application, which is stored and marked for staff',
    async (_, publicStatus, parts) => {
      await updateSettings(site, { publicStatus })
      const number = next()
      const first = await submitMultipart(anyone, applicationForm(number, programme))
      const second = await submitMultipart(
        site.browser({ ip: '198.51.100.9' }),
        applicationForm(number, programme, { city: 'Dej', ...parts }),
      )
      const blank = (text: string) =>
        text.replace(/"(reference|accessCode|submittedAt)":"[^"]+"/g, '"$1":""')
      expect([second.status, blank(second.text)]).toEqual([201, blank(first.text)])
      expect(Object.keys(second.headers).sort()).toEqual(Object.keys(first.headers).sort())
      expect(await stored(second.data.reference)).toMatchObject({ is_duplicate: true })
      await updateSettings(site, { publicStatus: 'minimal' })
    },
  )

  test('is not blocked by a stranger who used the number first, for one programme or for five', async () => {
    const number = next()
    const otherBrowser = site.browser({ ip: '198.51.100.9' })
    const otherPerson = { personalEmail: 'stranger@example.com' }
    expect(
      (await submitMultipart(otherBrowser, applicationForm(number, programme, otherPerson))).status,
    ).toBe(201)
    for (let i = 0; i < 4; i += 1)
      await submitMultipart(
        otherBrowser,
        applicationForm(number, await seedProgramme(site), otherPerson),
      )
    const ownerSubmission = await submitMultipart(
      anyone,
      applicationForm(number, programme, { personalEmail: 'owner@example.com' }),
    )
    expect(ownerSubmission.status).toBe(201)
    const repeated = await submitMultipart(
      anyone,
      applicationForm(number, programme, { personalEmail: 'OWNER@example.com', city: 'Dej' }),
    )
    expect([repeated.status, repeated.failure.code]).toEqual([409, 'registration.duplicate'])
    const sixth = await submitMultipart(
      otherBrowser,
      applicationForm(number, await seedProgramme(site), otherPerson),
    )
    expect([sixth.status, sixth.failure.code]).toEqual([409, 'registration.tooMany'])
  })

  test('is recognised by the access code of the first application, even with another email address', async () => {
    const number = next()
    const { data } = await submitMultipart(anyone, applicationForm(number, programme))
    const browser = site.browser()
    const open = { reference: data.reference, accessCode: data.accessCode }
    expect((await browser.call('POST', '/api/registrations/applicant-session', open)).status).toBe(
      200,
    )
    const second = await submitMultipart(
      browser,
      applicationForm(number, programme, { personalEmail: 'new.address@example.com' }),
    )
    expect([second.status, second.failure.code]).toEqual([409, 'registration.duplicate'])
  })

  test('cannot learn in code mode that another application exists: the second one is stored and marked for staff, and gets the same response', async () => {
    await updateSettings(site, { publicStatus: 'code' })
    const number = next()
    const first = await submitMultipart(anyone, applicationForm(number, programme))
    const secondSubmission = await submitMultipart(
      site.browser({ ip: '198.51.100.9' }),
      applicationForm(number, programme, { personalEmail: 'else@example.com' }),
    )
    const blank = (text: string) =>
      text.replace(/"(reference|accessCode|submittedAt)":"[^"]+"/g, '"$1":""')
    expect([secondSubmission.status, blank(secondSubmission.text)]).toEqual([
      201,
      blank(first.text),
    ])
    const row = await stored(secondSubmission.data.reference)
    expect(row.is_duplicate).toBe(true)
    expect((await stored(first.data.reference)).is_duplicate).toBe(false)
    expect(
      await count(
        'registration_event',
        `registration_id = '${row.id}' and type = 'duplicateWarning' and visible_from is null`,
      ),
    ).toBe(1)
  })
})

describe('staff', () => {
  beforeEach(async () => void (await secretary.signIn('sec')))

  test("enter a walk-in's application from their own page and get the record, without an access code", async () => {
    const documents = await uploadRequiredDocuments(secretary)
    const form = {
      ...applicationForm(next(), programme),
      ...Object.fromEntries(Object.entries(documents).map(([name, id]) => [`${name}Url`, id])),
    }
    const { status, data } = await submitJson<WireRecord>(secretary, form)
    expect([status, data.id]).toEqual([201, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(data).toMatchObject({
      reference: data.referenceCode,
      status: 'submitted',
      _title: 'Pop Dan',
      cnp: expect.stringMatching(/^•+\d{3}$/),
    })
    expect(data).not.toHaveProperty('accessCode')
    expect((await secretary.call<WireRecord>('GET', `/api/registrations/${data.id}`)).data.id).toBe(
      data.id,
    )
    expect(
      await count('registration_event', `registration_id = '${data.id}' and actor_kind = 'staff'`),
    ).toBe(1)
  })

  test.each([
    ['en', 'Registration created successfully.', 'Registration created successfully.'],
    ['ro', 'Înscrierea a fost trimisă.', 'Înscrierea a fost trimisă.'],
    ['fr', 'La candidature a été envoyée.', 'La candidature a été créée.'],
    ['de', 'Die Bewerbung wurde gesendet.', 'Die Bewerbung wurde angelegt.'],
  ] as const)(
    'read in %s that an application was created, and an applicant that it was sent',
    async (language, sent, created) => {
      const stranger = site.browser({ language })
      const office = site.browser({ language })
      await office.signIn('sec')
      expect((await submitMultipart(stranger, applicationForm(next(), programme))).message).toBe(
        sent,
      )
      expect((await submitMultipart(office, applicationForm(next(), programme))).message).toBe(
        created,
      )
    },
  )

  test('are also notified of a duplicate in code mode', async () => {
    await updateSettings(site, { publicStatus: 'code' })
    const number = next()
    await submitMultipart(anyone, applicationForm(number, programme))
    const second = await submitMultipart(secretary, applicationForm(number, programme))
    expect([second.status, second.failure.code]).toEqual([409, 'registration.duplicate'])
  })
})

test('a signed-in user who is not staff applies like anyone else', async () => {
  const student = site.browser()
  await student.signIn('stud')
  const { status, data } = await submitMultipart(student, applicationForm(next(), programme))
  expect([status, Object.keys(data).sort()]).toEqual([
    201,
    ['accessCode', 'reference', 'status', 'submittedAt'],
  ])
})

test('a staged document is described by id, name, kind and size, and no other caller can read it', async () => {
  const { status, data } = await uploadStagedDocument(anyone)
  expect(status).toBe(201)
  expect(data).toEqual({
    id: expect.any(String),
    name: 'file.pdf',
    mediaType: 'application/pdf',
    bytes: expect.any(Number),
  })
  for (const browser of [anyone, secretary])
    expect([401, 404]).toContain((await browser.call('GET', `/api/files/${data.id}`)).status)
})

test('no log line contains the CNP, an email address or an access code of an applicant', async () => {
  const { data } = await submitMultipart(anyone, applicationForm(next(), programme))
  await anyone.call('GET', `/api/registrations/list?filters[CNP]=${validCnp(sequence)}`)
  const log = lines.join('\n')
  expect(log).toContain('/api/registrations/create')
  for (const secret of [validCnp(sequence), validCnp(101), 'applicant.', data.accessCode])
    expect(log).not.toContain(secret)
})
