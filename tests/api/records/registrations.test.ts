import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isReferenceCode, toReferenceCode } from '#resources/admission/reference-code.ts'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { seedRegistration, validCnp } from '#tests/support/seed-university.ts'

const list = '/api/registrations/list'
const [admin, secretary] = [createCaller('admin'), createCaller('secretary')]

describe.each(engines)('registrations on $engine', ({ open }) => {
  let api: TestApp
  const ids: Record<string, string> = {}
  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)).data.id
  const page = async (query: string) =>
    (await api.call<Page<WireRecord>>(secretary, 'GET', `${list}?${query}`)).data
  const names = async (query: string) =>
    (await page(`pageSize=100&${query}`)).list.map(({ _title }) => _title)

  beforeAll(async () => {
    api = await startApp(open)
    ids.letters = await create('department-profiles', { name: 'Litere' })
    for (const [name, code] of [
      ['Filologie', 'FIL'],
      ['Jurnalism', 'JUR'],
    ] as const)
      ids[code] = await create('specializations', {
        name,
        code,
        departmentProfileId: ids.letters,
        yearsOfStudy: 3,
        totalCredits: 180,
      })
    for (const [i, [lastName, status, programme, city]] of (
      [
        ['Țîrlea', 'submitted', 'FIL', 'Turda'],
        ['Pop', 'accepted', 'FIL', 'Dej'],
        ['Rus', 'submitted', 'JUR', 'Turda'],
        ['Șerban', 'in_progress', 'JUR', 'Huedin'],
        ['Bota', 'update_requested', 'FIL', 'Dej'],
        ['Albu', 'under_review', 'JUR', 'Cluj-Napoca'],
        ['Mocanu', 'declined', 'FIL', 'Blaj'],
      ] as const
    ).entries()) {
      const record = await seedRegistration(api.context, 990 + i, {
        lastName,
        status,
        city,
        departmentProfileId: ids.letters,
        specializationId: ids[programme],
        submittedAt: `2026-11-0${i + 1}T08:30:00.000Z`,
      })
      ids[lastName] = record.id
    }
  })
  afterAll(() => api.close())

  test('are listed in pages, the latest first (R-L05)', async () => {
    const first = await page('')
    expect(first).toMatchObject({ totalCount: 7, page: 1, pageSize: 5 })
    expect(first.list.map(({ lastName }) => lastName)).toEqual([
      'Mocanu',
      'Albu',
      'Bota',
      'Șerban',
      'Rus',
    ])
    const second = await page('pageNumber=2')
    expect(second.list.map(({ lastName }) => lastName)).toEqual(['Pop', 'Țîrlea'])
  })

  test('are found by status, specialization, department, city and day (R-L05)', async () => {
    expect(await names('filters[status]=submitted')).toEqual(['Rus Dan', 'Țîrlea Dan'])
    expect(await names('filters[status]=accepted,declined')).toEqual(['Mocanu Dan', 'Pop Dan'])
    expect(await names(`filters[specializationId]=${ids.JUR}&filters[status]=submitted`)).toEqual([
      'Rus Dan',
    ])
    expect(await names(`filters[departmentProfileId]=${ids.letters}`)).toHaveLength(7)
    expect(await names('filters[city]=turda')).toEqual(['Rus Dan', 'Țîrlea Dan'])
    expect(await names('filters[submittedAt]=2026-11-02..2026-11-03')).toEqual([
      'Rus Dan',
      'Pop Dan',
    ])
  })

  test('are found if any document, or a specific one, is missing', async () => {
    expect(await names('filters[documentMissing]=true')).toEqual([])
    const stored = await api.context.database.query<{ id: string; card: string; cv: string }>(
      'select id, file_id_card_url as card, file_cv_url as cv from registrations',
    )
    const set = (change: string, name: string) =>
      api.context.database.query(`update registrations set ${change} where id = $1`, [ids[name]])
    await set('file_id_card_url = null', 'Albu')
    await set('file_cv_url = null', 'Rus')
    await set('file_cv_url = null, erased_at = now()', 'Bota')
    expect(await names('filters[documentMissing]=true')).toEqual(['Albu Dan', 'Rus Dan'])
    expect(await names('filters[documentMissing]=false')).toHaveLength(5)
    expect(await names('filters[fileIdCardUrl]=(none)')).toEqual(['Albu Dan'])
    expect(await names('filters[fileCVUrl]=(some)&filters[city]=turda')).toEqual(['Țîrlea Dan'])
    expect((await page('filters[documentMissing]=true')).list[0]).toMatchObject({
      documentMissing: true,
    })
    for (const { id, card, cv } of stored)
      await api.context.database.query(
        'update registrations set file_id_card_url = $2, file_cv_url = $3, erased_at = null where id = $1',
        [id, card, cv],
      )
  })

  test('are sorted by reference code and name, and searched by both without diacritics (R-L05)', async () => {
    const codes = (await page('pageSize=100&sort=referenceCode')).list.map(
      ({ referenceCode }) => referenceCode,
    )
    expect(codes).toEqual([...codes].sort())
    expect((await names('sort=lastName')).slice(-3)).toEqual([
      'Rus Dan',
      'Șerban Dan',
      'Țîrlea Dan',
    ])
    expect(await names('search=tirlea')).toEqual(['Țîrlea Dan'])
    expect(await names(`search=${toReferenceCode('7204991')}`)).toEqual(['Pop Dan'])
  })

  test('are found by the complete CNP, which is masked in the list and in the record', async () => {
    const cnp = validCnp(992)
    const found = await api.call<Page<WireRecord>>(admin, 'GET', `${list}?filters[cnp]=${cnp}`)
    expect(found.data.list.map(({ id }) => id)).toEqual([ids.Rus])
    const single = await api.call<WireRecord>(secretary, 'GET', `/api/registrations/${ids.Rus}`)
    for (const record of [found.data.list[0], single.data])
      expect(record?.cnp).toBe(`••••••••••${cnp.slice(-3)}`)
    expect(`${found.text}${single.text}`).not.toContain(cnp)
    const [row] = await api.context.database.query<{ cnp: string }>(
      'select cnp from registrations where id = $1',
      [ids.Rus],
    )
    expect(row?.cnp).not.toContain(cnp)
  })

  test('are unavailable without a session, and to professors and students', async () => {
    for (const path of [list, `/api/registrations/${ids.Rus}`]) {
      expect((await api.call(null, 'GET', path)).failure.code).toBe('session.required')
      for (const role of ['professor', 'student'] as const)
        expect((await api.call(createCaller(role), 'GET', path)).failure.code).toBe('access.denied')
    }
  })

  test('are listed for staff in their views, with the possible transitions (R-L05)', async () => {
    expect(await names('view=waiting')).toEqual(['Albu Dan', 'Șerban Dan', 'Rus Dan', 'Țîrlea Dan'])
    expect(await names('view=updateRequested')).toEqual(['Bota Dan'])
    expect(await names('view=resubmitted')).toEqual(['Șerban Dan'])
    expect(await names('view=toEnrol')).toEqual(['Pop Dan'])
    const [waiting] = (await page('filters[status]=in_progress')).list
    expect(waiting?._can).toEqual([
      'update',
      'history',
      'startReview',
      'accept',
      'decline',
      'requestUpdate',
      'message',
      'assign',
      'checkGrades',
    ])
  })

  test('are updated field by field, except for their status', async () => {
    const change = (body: object) =>
      api.call<WireRecord>(secretary, 'PATCH', '/api/registrations/update', {
        id: ids.Rus,
        ...body,
      })
    expect((await change({ city: 'Gherla' })).data.city).toBe('Gherla')
    for (const field of [
      'status',
      'referenceCode',
      'documentMarks',
      'requestedChanges',
      'assignedToId',
      'decidedAt',
      'identityWaived',
    ])
      expect((await change({ [field]: 'another' })).failure.fields?.[field]?.[0]?.code).toBe(
        'field.notWritable',
      )
  })
})

test('a reference code is distinguished from one with a mistyped digit', () => {
  const code = toReferenceCode('4817302')
  expect(code).toMatch(/^ID4817302\d$/)
  expect(isReferenceCode(code)).toBe(true)
  for (let position = 2; position < code.length; position += 1)
    for (const digit of '0123456789')
      if (digit !== code[position])
        expect(
          isReferenceCode(`${code.slice(0, position)}${digit}${code.slice(position + 1)}`),
        ).toBe(false)
})
