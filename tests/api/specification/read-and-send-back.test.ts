import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

let api: TestApp
let university: SeededUniversity
const read = async (name: string, id: string, caller = university.admin) =>
  (
    await api.call<WireRecord>(
      caller,
      'GET',
      endpointsOf(getResource(name)).single.path.replace(':id', id),
    )
  ).data
const send = (name: string, body: object, caller = university.admin) => {
  const { method, path } = endpointsOf(getResource(name)).update
  return api.call<WireRecord>(caller, method, path, body)
}

beforeAll(async () => {
  api = await startApp()
  university = await seedUniversity(api)
})
afterAll(() => api.close())

describe('an update with a record that was read', () => {
  test.each([
    'departments',
    'specializations',
    'courses',
    'students',
    'professors',
    'university-classes',
    'registrations',
    'users',
  ])('has no effect if the record is unchanged: %s', async (name) => {
    const id = name === 'users' ? university.secretary.id : university.idOf(name, 'own')
    const record = await read(name, id)
    const { status, data } = await send(name, record)
    expect([status, data.version]).toEqual([200, record.version])
  })

  test('changes only the field that differs', async () => {
    const record = await read('students', university.idOf('students', 'own'))
    expect(record.cnp).toMatch(/^•+\d{3}$/)
    const { data } = await send('students', { ...record, groupName: '214B' })
    expect(data).toMatchObject({
      version: record.version + 1,
      groupName: '214B',
      cnp: record.cnp,
      lastName: record.lastName,
    })
  })

  test('works for the settings as well', async () => {
    const { data: settings } = await api.call<WireRecord>(university.admin, 'GET', '/api/settings')
    const { status, data } = await send('settings', { ...settings, maxStudentsPerCourse: 33 })
    expect([status, data.maxStudentsPerCourse, data.version]).toEqual([
      200,
      33,
      settings.version + 1,
    ])
  })

  test('is accepted from a caller who can write fewer fields, because equal values are not changes', async () => {
    const record = await read('users', university.secretary.id, university.secretary)
    const { status, data } = await send(
      'users',
      { ...record, description: 'Room 4' },
      university.secretary,
    )
    expect([status, data.description, data.role]).toEqual([200, 'Room 4', 'secretary'])
  })
})

describe('an update with changed values', () => {
  test('is refused for fields that the caller cannot write, that are read-only or that do not exist', async () => {
    const ownUser = await read('users', university.secretary.id, university.secretary)
    const refusal = await send(
      'users',
      { ...ownUser, role: 'admin', lastLoginAt: null, isAdmin: true },
      university.secretary,
    )
    expect(refusal.failure.fields).toEqual({
      role: [{ code: 'field.notWritable' }],
      lastLoginAt: [{ code: 'field.notWritable' }],
      isAdmin: [{ code: 'field.unknown' }],
    })
    const department = await read('departments', university.idOf('departments', 'own'))
    const computed = await send('departments', { ...department, studentFacultyRatio: 1.5 })
    expect(computed.failure.fields).toEqual({
      studentFacultyRatio: [{ code: 'field.notWritable' }],
    })
    const registration = await read('registrations', university.idOf('registrations', 'own'))
    const steps = await send('registrations', { ...registration, status: 'accepted' })
    expect(steps.failure.fields).toEqual({ status: [{ code: 'field.notWritable' }] })
    expect((await read('users', university.secretary.id)).role).toBe('secretary')
  })

  test('is refused if it changes a time or a title, or has an outdated version', async () => {
    const course = await read('courses', university.idOf('courses', 'own'))
    const refusal = await send('courses', {
      ...course,
      createdAt: '1999-01-01T00:00:00.000Z',
      _title: 'Other',
      module: 'M9',
    })
    expect(refusal.failure.fields).toEqual({
      createdAt: [{ code: 'field.unknown' }],
      _title: [{ code: 'field.unknown' }],
    })
    const { data } = await send('courses', { ...course, module: 'M9' })
    expect(data).toMatchObject({ createdAt: course.createdAt, _title: course._title, module: 'M9' })
    expect((await send('courses', { ...course, module: 'M8' })).failure).toMatchObject({
      code: 'record.stale',
      current: { module: 'M9', version: course.version + 1 },
    })
  })

  test('is refused if it contains a changed field that the caller cannot see', async () => {
    const foreign = { id: university.admin.id, name: 'Another User', createdAt: 'x' }
    const answer = await send('users', foreign, university.student)
    expect([answer.status, answer.failure.fields]).toEqual([
      400,
      { createdAt: [{ code: 'field.unknown' }] },
    ])
    expect((await send('courses', { id: 'x', _can: [] }, createCaller('admin'))).status).toBe(400)
  })
})
