/** A client that knows only the specification: its bodies contain only the keys of section 3. */

import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { goodPassword, type SessionApp, type TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validCnp } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { submitMultipart, updateSettings } from '#tests/support/submit-application.ts'

let site: SessionApp
let admin: TestBrowser
const createdIds: Record<string, string> = {}

const create = async (path: string, body: object) => {
  const answer = await admin.call<WireRecord>('POST', `/api/${path}`, body)
  expect([answer.status, answer.text.slice(0, 400)]).toEqual([201, answer.text.slice(0, 400)])
  return answer.data
}
const department = (name: string) => ({
  name,
  description: 'Text',
  headOfDepartmentId: '',
  isActive: true,
})
const specialization = (name: string) => ({
  name,
  description: 'Text',
  yearsOfStudy: 3,
  totalCredits: 180,
  creditsPerYear: 60,
  departmentProfileId: createdIds.department,
  isActive: true,
})
const course = (name: string, specializationId = createdIds.specialization) => ({
  name,
  description: 'Text',
  module: 'M1',
  semester: 1,
  year: 2,
  credits: 5,
  specializationId,
  isActive: true,
})

beforeAll(async () => {
  site = await startSessionApp()
  await site.createAccount('admin', { username: 'admin' })
  admin = site.browser()
  await admin.signIn('admin')
  createdIds.department = (await create('department-profiles/create', department('Informatică'))).id
  createdIds.specialization = (
    await create('specializations/create', specialization('Computer Science'))
  ).id
})
afterAll(() => site.close())

describe('the keys of section 3 are enough to create', () => {
  test('a department (R-E02)', async () => {
    expect(await create('department-profiles/create', department('Matematică'))).toMatchObject({
      name: 'Matematică',
      headOfDepartmentId: null,
      isActive: true,
    })
  })

  test('a specialization, even with credits other than 60 a year (R-E03)', async () => {
    expect(await create('specializations/create', specialization('Istorie'))).toMatchObject({
      code: 'ISTO',
      totalCredits: 180,
    })
    const short = { ...specialization('Istoria artei'), creditsPerYear: 50, totalCredits: 150 }
    expect(await create('specializations/create', short)).toMatchObject({
      code: 'IA',
      creditsPerYear: 50,
    })
  })

  test('a course (R-E04)', async () => {
    expect(await create('courses/create', course('Algebră liniară'))).toMatchObject({
      code: 'AL',
      module: 'M1',
      year: 2,
    })
  })

  test('a user (R-E05)', async () => {
    const user = {
      ...{
        name: 'Ana Pop',
        username: 'ana.pop',
        email: 'ana@univ.ro',
        password: goodPassword,
        role: 'secretary',
      },
      ...{ phone: '0264123456', description: 'Text', isActive: true },
    }
    const created = await create('authentication/register', user)
    expect(created).toMatchObject({
      username: 'ana.pop',
      role: 'secretary',
      imagePath: null,
      applicationUserId: created.id,
    })
    const other = {
      ...user,
      username: 'ben.pop',
      email: 'ben@univ.ro',
      password: '',
      phone: '',
      description: '',
    }
    expect(await create('authentication/register', other)).toMatchObject({
      phone: null,
      description: null,
    })
  })

  test('a user with every field of the specification, empty ones as null', async () => {
    const user = {
      name: 'Admission desk 2',
      username: 'desk.two',
      email: 'desk@univ.ro',
      password: goodPassword,
      role: 'secretary',
    }
    const completeValues = {
      ...user,
      id: null,
      imagePath: null,
      lastLoginAt: null,
      createdAt: null,
      updatedAt: null,
      phone: null,
      description: null,
    }
    expect(await create('authentication/register', completeValues)).toMatchObject({
      name: 'Admission desk 2',
      imagePath: null,
      lastLoginAt: null,
    })
  })

  test('the settings (R-E06)', async () => {
    const settings = {
      ...{ allowExamResit: true, maxStudentsPerCourse: 25, stopApplicationRequests: false },
      ...{ notificationEnabled: true, disableUpdates: false, registrationOpen: true },
    }
    expect((await admin.call('PUT', '/api/settings/update', settings)).data).toMatchObject(settings)
  })

  test('a registration with three files (R-E01)', async () => {
    await updateSettings(site, { registrationOpen: true, stopApplicationRequests: false })
    const registration = {
      ...{
        firstName: 'Dan',
        lastName: 'Pop',
        birthDate: '2005-04-15',
        cnp: validCnp(101),
        serialNumber: 'CJ100101',
        sex: 'M',
      },
      ...{
        country: 'RO',
        city: 'Turda',
        address: 'Str. Morii nr. 3',
        postalCode: '401001',
        phone: '0740555333',
      },
      ...{
        personalEmail: 'dan@example.com',
        departmentProfileId: createdIds.department,
        specializationId: createdIds.specialization,
      },
    }
    const answer = await submitMultipart(site.browser(), registration)
    expect([answer.status, answer.message]).toEqual([201, 'Registration created successfully.'])
  })
})

describe('a generated code', () => {
  test('differs from the codes of its siblings, even when many are created at the same time', async () => {
    const second = (await create('specializations/create', specialization('Fizică'))).id
    const otherResults = await create('courses/create', course('Analiză', second))
    const sameResults = await Promise.all(
      Array.from({ length: 4 }, () => create('courses/create', course('Analiză'))),
    )
    expect(otherResults.code).toBe('ANAL')
    expect(sameResults.map(({ code }) => code).sort()).toEqual(['ANAL', 'ANAL2', 'ANAL3', 'ANAL4'])
  })

  test('folds letters like a search', async () => {
    expect(await create('courses/create', course('Œnologie'))).toMatchObject({ code: 'OENO' })
  })

  test('can be set and changed, and is never taken from a sibling', async () => {
    const given = await create('courses/create', { ...course('Logică'), code: 'LOG-1' })
    expect(given.code).toBe('LOG-1')
    const created = await create('courses/create', { ...course('Latină'), code: '' })
    const update = (code: unknown) =>
      admin.call<WireRecord>('PATCH', '/api/courses/update', { id: created.id, code })
    expect((await update('LAT-1')).data.code).toBe('LAT-1')
    expect((await update('LOG-1')).failure.code).toBe('record.taken')
    expect((await update('')).failure.fields).toEqual({ code: [{ code: 'required' }] })
  })

  test('is also generated for a name without Latin letters', async () => {
    expect((await create('courses/create', course('Руски језик'))).code).toBe('COUR')
  })
})

describe('an empty text counts as no value', () => {
  const update = async (path: string, body: object) =>
    admin.call<WireRecord>('PATCH', `/api/${path}/update`, body)

  test('in optional fields of every type: text, long text, reference, number, date, choice, address', async () => {
    const empty = {
      module: '',
      description: ' ',
      hours: '',
      professorId: '',
      type: '',
      isActive: '',
    }
    expect(await create('courses/create', { ...course('Etică'), ...empty })).toMatchObject({
      ...{
        module: null,
        description: null,
        hours: null,
        professorId: null,
        type: 'compulsory',
        isActive: true,
      },
    })
    const filled = {
      description: 'Text',
      office: 'A 1',
      phone: '0264123456',
      email: 'a@univ.ro',
      budget: 5,
    }
    const { id } = await create('department-profiles/create', { name: 'Chimie', ...filled })
    const emptyValues = {
      description: '',
      office: '',
      phone: '',
      email: '',
      budget: '',
      headOfDepartmentId: '',
    }
    const nullValues = Object.fromEntries(Object.keys(emptyValues).map((name) => [name, null]))
    expect((await update('department-profiles', { id, ...emptyValues })).data).toMatchObject(
      nullValues,
    )
    const professor = {
      lastName: 'Rus',
      firstName: 'Ion',
      departmentProfileId: createdIds.department,
      email: 'rus@univ.ro',
      hiredAt: '',
    }
    expect(await create('professors/create', professor)).toMatchObject({ hiredAt: null })
  })

  test('and is missing where a value is required, for every type', async () => {
    const body = { name: '', specializationId: '', year: '', semester: ' ', credits: '' }
    const { failure } = await admin.call('POST', '/api/courses/create', body)
    expect(failure.fields).toEqual(
      Object.fromEntries(Object.keys(body).map((name) => [name, [{ code: 'required' }]])),
    )
    const switched = await update('courses', {
      id: (await create('courses/create', course('Botanică'))).id,
      isActive: '',
    })
    expect(switched.failure.fields).toEqual({ isActive: [{ code: 'required' }] })
  })

  test('in a bulk edit it clears nothing, because clearing has a separate operator', async () => {
    const { data } = await admin.call<{ list: { id: string }[] }>('GET', '/api/courses')
    const edits = [{ field: 'module', operator: 'set', value: '' }]
    const body = { selection: { ids: data.list.map(({ id }) => id) }, edits }
    const answer = await admin.call('POST', '/api/courses/bulk', body)
    expect([answer.status, answer.failure.code]).toEqual([400, 'input.invalid'])
  })
})
