import {
  changedFormFields,
  defaultValues,
  differences,
  type FormValues,
  fieldState,
  formInput,
  formIssues,
  mergeChanges,
  visibleFields,
} from '@matricola/console/pages/form/form-values.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'

const admin = { id: '0199a000-0000-7000-8000-000000000001', role: 'admin' } as const
const specializations = getResource('specializations')
const complete = {
  ...defaultValues(specializations),
  name: 'Informatică',
  code: 'INF',
  departmentProfileId: '0199a000-0000-7000-8000-000000000002',
  yearsOfStudy: 3,
  totalCredits: 180,
}

describe('a field that is read-only while a condition holds', () => {
  const resource: AnyResource = {
    ...specializations,
    form: { name: { readOnlyWhen: { isActive: { eq: false } } } },
  }
  const closed = { ...complete, isActive: false }
  const state = (base: FormValues, values: FormValues) =>
    fieldState(resource, 'name', values, admin, 'edit', base)

  test('is read-only if the stored record meets the condition, whatever the form holds meanwhile', () => {
    expect(state(closed, closed).readOnly).toBe(true)
    expect(state(closed, complete).readOnly).toBe(true)
    expect(state(complete, closed).readOnly).toBe(false)
    expect(fieldState(resource, 'name', closed, admin, 'edit').readOnly).toBe(true)
  })

  test('can be filled in for a new record', () => {
    expect(fieldState(resource, 'name', closed, admin, 'create').readOnly).toBe(false)
    expect(formIssues(resource, {}, closed, admin, 'create')).toEqual({})
  })

  test('refuses a change that was made before another user closed the record, and stays editable until that change is reverted', () => {
    const changed = { ...closed, name: 'Changed' }
    expect(formIssues(resource, closed, changed, admin, 'edit')).toEqual({
      name: [{ code: 'field.notWritable' }],
    })
    expect([state(closed, changed).readOnly, state(closed, closed).readOnly]).toEqual([false, true])
    expect(formIssues(resource, complete, changed, admin, 'edit')).toEqual({})
  })
})

describe('the form state of a new record', () => {
  test('starts with the declared defaults', () => {
    expect(defaultValues(specializations)).toMatchObject({
      cycle: 'bachelor',
      creditsPerYear: 60,
      isActive: true,
      name: null,
    })
  })

  test('names every missing field with the code that the server would return', () => {
    const issues = formIssues(
      specializations,
      defaultValues(specializations),
      defaultValues(specializations),
      admin,
      'create',
    )
    expect(Object.keys(issues)).toEqual(
      expect.arrayContaining(['name', 'departmentProfileId', 'yearsOfStudy', 'totalCredits']),
    )
    expect(issues).not.toHaveProperty('code')
    expect(issues.name).toEqual([{ code: 'required' }])
  })

  test('is valid when everything is filled in', () => {
    expect(formIssues(specializations, {}, complete, admin, 'create')).toEqual({})
  })

  test('is validated by the rules that span several fields', () => {
    expect(
      formIssues(specializations, {}, { ...complete, totalCredits: 200 }, admin, 'create'),
    ).toEqual({
      totalCredits: [{ code: 'specializations.rules.creditsAddUp' }],
    })
  })
})

describe('a field with a condition', () => {
  test('is shown only while the condition holds', () => {
    expect(visibleFields(specializations, complete, admin, 'create')).not.toContain('creditsNote')
    const unusual = { ...complete, creditsPerYear: 50, totalCredits: 150 }
    expect(fieldState(specializations, 'creditsNote', unusual, admin, 'create')).toMatchObject({
      visible: true,
      required: false,
    })
    expect(formIssues(specializations, {}, unusual, admin, 'create')).toEqual({})
  })

  test('is required only while the condition holds', () => {
    const periods = getResource('academic-periods')
    const required = (kind: string) =>
      fieldState(periods, 'semester', { kind }, admin, 'create').required
    expect([required('teaching'), required('holiday')]).toEqual([true, false])
    expect(formIssues(periods, {}, { kind: 'teaching' }, admin, 'create').semester).toEqual([
      { code: 'required' },
    ])
  })

  test('that is derived may be empty in a new record, but not in a record that has a value', () => {
    expect(fieldState(specializations, 'code', complete, admin, 'create').required).toBe(false)
    expect(fieldState(specializations, 'code', complete, admin, 'edit').required).toBe(true)
  })

  test('loses its value when it is hidden again', () => {
    const base = { ...complete, creditsPerYear: 50, totalCredits: 150, creditsNote: 'Pilot year' }
    const values = { ...base, creditsPerYear: 60, totalCredits: 180 }
    expect(formInput(specializations, base, values, admin, 'edit')).toEqual({
      creditsPerYear: 60,
      totalCredits: 180,
      creditsNote: null,
    })
    expect(formIssues(specializations, base, values, admin, 'edit')).toEqual({})
  })
})

describe('the form state of a changed record', () => {
  test('sends only changed fields, and an emptied field as null', () => {
    const base = { ...complete, description: 'Old' }
    expect(
      formInput(
        specializations,
        base,
        { ...base, name: 'Informatică aplicată', description: '' },
        admin,
        'edit',
      ),
    ).toEqual({
      name: 'Informatică aplicată',
      description: null,
    })
  })

  test('does not count equal values as changed', () => {
    expect(
      changedFormFields({ description: null, name: 'A' }, { description: '', name: 'A' }),
    ).toEqual([])
  })

  test('does not offer fields that the role may not write', () => {
    const secretary = { id: admin.id, role: 'secretary' } as const
    const students = getResource('students')
    expect(fieldState(students, 'lastName', {}, secretary, 'edit')).toMatchObject({
      visible: true,
      readOnly: true,
    })
    expect(fieldState(students, 'phone', {}, secretary, 'edit')).toMatchObject({
      visible: true,
      readOnly: false,
    })
    expect(
      fieldState(
        getResource('departments'),
        'budget',
        {},
        { id: admin.id, role: 'professor' },
        'edit',
      ).visible,
    ).toBe(false)
  })
})

describe('concurrent changes of one record', () => {
  const base = { ...complete, description: 'Old' }
  test('are merged if they touch different fields', () => {
    const rows = differences(
      specializations,
      base,
      { ...base, name: 'Mine' },
      { ...base, description: 'Theirs' },
    )
    expect(rows.some((row) => row.conflict)).toBe(false)
    expect(mergeChanges(rows, { ...base, description: 'Theirs' }, {})).toMatchObject({
      name: 'Mine',
      description: 'Theirs',
    })
  })

  test('require a choice if they touch the same field', () => {
    const otherValues = { ...base, name: 'Theirs' }
    const rows = differences(specializations, base, { ...base, name: 'Mine' }, otherValues)
    expect(rows).toEqual([
      { field: 'name', base: 'Informatică', mine: 'Mine', theirs: 'Theirs', conflict: true },
    ])
    expect(mergeChanges(rows, otherValues, { name: 'mine' }).name).toBe('Mine')
    expect(mergeChanges(rows, otherValues, { name: 'theirs' }).name).toBe('Theirs')
  })
})
