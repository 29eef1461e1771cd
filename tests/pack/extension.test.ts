/**
 * A built-in entity with a university's additions: typed, stored, searched and labelled like
 * everything else.
 */

import { mistakesOf } from '@matricola/schema/checks/registry.ts'
import {
  type AnyExtension,
  baseOf,
  extend,
  extendResource,
  withFieldsOf,
} from '@matricola/schema/extension.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { type AnyResource, defineResource } from '@matricola/schema/resource.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import {
  getResource,
  registry,
  resources,
  universityExtensions,
  universityResources,
} from '#resources/index.ts'
import { students } from '#resources/students.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'
import type { UserWithRecord } from '#tests/support/university-app.ts'
import { readers } from './resources/extensions.ts'

describe.each(engines)('an extension on $engine', ({ open }) => {
  let site: StudyApp
  let ana: UserWithRecord
  beforeAll(async () => {
    site = await startStudyApp(open)
    ana = await site.addStudent({ firstName: 'Ana' })
  })
  afterAll(() => site.close())
  const read = async () =>
    (await site.call<WireRecord>(site.secretary, 'GET', `/api/students/${ana.personId}`)).data
  const change = async (values: object, caller = site.secretary) =>
    site.call<WireRecord>(caller, 'PATCH', '/api/students/update', {
      id: ana.personId,
      version: (await read()).version,
      ...values,
    })

  test('adds its fields to records, with their defaults, validation and permissions', async () => {
    expect(await read()).toMatchObject({ cardNumber: null, mayBorrow: true })
    expect((await change({ cardNumber: 'bad card' })).failure.fields).toMatchObject({
      cardNumber: [{ code: 'text.code' }],
    })
    expect((await change({ cardNumber: 'B-17' })).data).toMatchObject({ cardNumber: 'B-17' })
    expect((await change({ cardNumber: 'B-18' }, ana)).failure.fields).toMatchObject({
      cardNumber: [{ code: 'field.notWritable' }],
    })
    const other = await site.addStudent({ firstName: 'Dan' })
    const duplicateCard = { id: other.personId, version: 1, cardNumber: 'b-17' }
    expect(
      (await site.call(site.secretary, 'PATCH', '/api/students/update', duplicateCard)).failure
        .fields,
    ).toHaveProperty('cardNumber')
  })

  test('makes the types of its fields available to custom code', async () => {
    const student = table(withFieldsOf(students, readers))
    const rows = await runStatement(
      site.context.database,
      sql`select ${pick(columns(student, 'id', 'firstName', 'cardNumber', 'mayBorrow'))} from ${student} where ${student.cardNumber} = ${'B-17'}`,
    )
    const [reader] = rows
    const cardNumber: string | null | undefined = reader?.cardNumber
    const mayBorrow: boolean | undefined = reader?.mayBorrow
    expect([cardNumber, mayBorrow, reader?.firstName]).toEqual(['B-17', true, 'Ana'])
    // @ts-expect-error: the extension adds no such field
    expect(() => columns(student, 'shirtSize')).toThrow()
    // @ts-expect-error: built-in code does not know the added fields
    expect(columns(table(students), 'cardNumber')).toBeDefined()
  })

  test('adds fields that can be searched, shown in a view, recorded in the history and changed by an action', async () => {
    const list = async (query: string) =>
      (await site.call<Page<WireRecord>>(site.secretary, 'GET', `/api/students?${query}`)).data
    expect((await list('filters[cardNumber]=B-17')).list).toMatchObject([{ id: ana.personId }])
    expect((await list('search=b-17')).list).toMatchObject([{ id: ana.personId }])
    expect((await list('view=barred')).totalCount).toBe(0)
    const { version, _can } = await read()
    expect(_can).toContain('bar')
    const refusal = await site.call<WireRecord>(
      site.secretary,
      'POST',
      `/api/students/${ana.personId}/actions/bar`,
      { version },
    )
    expect(refusal.data).toMatchObject({ mayBorrow: false })
    expect((await list('view=barred')).list).toMatchObject([{ id: ana.personId }])
    const history = await site.call<Page<WireChange>>(
      site.secretary,
      'GET',
      `/api/students/${ana.personId}/history`,
    )
    expect(history.data.list[0]?.changes).toEqual([
      expect.objectContaining({ field: 'mayBorrow', before: true, after: false }),
    ])
  })

  test('keeps its values when the program itself writes the record', async () => {
    const { version } = await read()
    const suspended = await site.call<WireRecord>(
      site.secretary,
      'POST',
      `/api/students/${ana.personId}/actions/suspend`,
      {
        version,
        statusReason: 'La cerere',
        statusSince: '2026-10-01',
      },
    )
    expect(suspended.data).toMatchObject({
      status: 'suspended',
      cardNumber: 'B-17',
      mayBorrow: false,
    })
  })

  test('adds texts, or replaces built-in ones', async () => {
    const answer = await change({ cardNumber: 'B-19' })
    expect(answer.body.message).toBe('Student brought up to date.')
    const texts = testedApp.loadTexts()
    expect(texts.text('ro', 'resources:students.fields.cardNumber')).toBe('Numărul permisului')
    expect(texts.text('ro', 'resources:students.fields.lastName')).not.toBe('')
  })
})

test('built-in resources stay unchanged', () => {
  expect(getResource('students').list.filters).toEqual([
    ...(baseOf(getResource('students')).list.filters ?? []),
    'cardNumber',
    'mayBorrow',
  ])
  expect(Object.keys(students.sections)).toContain('library')
  expect(students.access.professor).toMatchObject({
    read: { scope: 'studentsOfOwnClasses' },
    export: true,
  })
})

test('additions are at the end, or before a named field and section', () => {
  const rooms = defineResource({
    name: 'rooms',
    path: 'rooms',
    icon: 'flag',
    title: ['name'],
    fields: {
      name: field.text({ max: 20 }),
      floor: field.integer({ min: 0, max: 9 }),
      note: field.longText({ max: 200, optional: true }),
    },
    sections: { general: [['name', 'floor'], 'note'], closing: [] },
    list: { columns: ['name', 'floor'], sort: ['name'] },
    access: { admin: { read: true } },
  })
  const seats = {
    fields: { seats: field.integer({ min: 1, max: 500, optional: true }) },
    sections: { general: ['seats'], seating: ['seats'] },
    list: { columns: ['seats'] },
  } as const
  const partsOf = ({ fields, sections, list }: AnyResource) => ({
    fields: Object.keys(fields),
    sections: Object.keys(sections),
    general: sections.general,
    columns: list.columns,
  })
  expect(partsOf(asAnyResource(extendResource(rooms, seats)))).toEqual({
    fields: ['name', 'floor', 'note', 'seats'],
    sections: ['general', 'closing', 'seating'],
    general: [['name', 'floor'], 'note', 'seats'],
    columns: ['name', 'floor', 'seats'],
  })
  expect(
    partsOf(
      asAnyResource(
        extendResource(rooms, { ...seats, before: { field: 'floor', section: 'closing' } }),
      ),
    ),
  ).toEqual({
    fields: ['name', 'seats', 'floor', 'note'],
    sections: ['general', 'seating', 'closing'],
    general: ['seats', ['name', 'floor'], 'note'],
    columns: ['name', 'seats', 'floor'],
  })
  // @ts-expect-error: rooms have a field of this name
  extendResource(rooms, { fields: { floor: field.integer({ min: 0, max: 20 }) } })
})

test('an extension that changes an existing field, or that existing records cannot satisfy, is refused with its location', () => {
  const mistakesWith = (...extensions: AnyExtension[]) =>
    mistakesOf(registry, resources, [...universityExtensions, ...extensions])
  expect(mistakesWith()).toEqual([])
  const extension = extend('students', {
    fields: { email: field.email({ optional: true }), height: field.integer({ min: 1, max: 300 }) },
    actions: { suspend: { on: ['row'], roles: ['admin'], set: {} } },
    access: { professor: { read: true } },
  })
  const location = 'Extension "students"'
  expect(mistakesWith(extension)).toEqual([
    `${location}.fields.email: already exists. An extension can add, but not change.`,
    `${location}.actions.suspend: already exists. An extension can add, but not change.`,
    `${location}.fields.height: required, but existing records have no value. Make it optional, or give it a default.`,
    `${location}.access.professor.read: already granted. An extension can add, but not change.`,
  ])
  expect(mistakesWith({ name: 'studnts' })).toEqual([
    'Extension "studnts": unknown entity. Did you mean "students"?',
  ])
  expect(mistakesWith({ name: 'courses', feilds: {} } as AnyExtension)).toEqual([
    'Extension "courses": unknown property "feilds". Did you mean "fields"?',
  ])
  expect(mistakesWith({ name: 'courses', before: { field: 'credit', section: 'generl' } })).toEqual(
    [
      'Extension "courses".before.field: unknown field "credit". Did you mean "credits"?',
      'Extension "courses".before.section: unknown section "generl". Did you mean "general"?',
    ],
  )
  expect(mistakesWith({ name: 'students', workflow: {} } as AnyExtension)).toEqual([
    'Extension "students".workflow: an extension cannot add states or transitions, because the program depends on the existing ones. Add a choice field and actions that set it.',
  ])
  expect(Object.keys(universityResources)).toContain('courses')
})

test('an extension of an unknown entity, or one that names an unknown field, does not compile', () => {
  // @ts-expect-error: the resource is called students
  extend('studnts', {})
  // @ts-expect-error: courses have credits
  extend('courses', { list: { views: { large: { where: { creditz: { gt: 5 } } } } } })
  // @ts-expect-error: an extension can only add columns for its own fields
  extend('courses', { list: { columns: ['room'] } })
  expect(
    extend('courses', { list: { views: { large: { where: { credits: { gt: 5 } } } } } }).name,
  ).toBe('courses')
})
