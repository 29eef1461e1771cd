import type { AnyResource } from '@matricola/schema/resource.ts'
import { libraryRegistry } from '@matricola/testing/library/pages.tsx'
import { describe, expect, test } from 'vitest'
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
} from '../../../pages/form/form-values.ts'

const admin = { id: '0199a000-0000-7000-8000-000000000001', role: 'admin' } as const
const orders = libraryRegistry.get('orders')
const complete = {
  ...defaultValues(orders),
  name: 'Informatică',
  code: 'INF',
  branchId: '0199a000-0000-7000-8000-000000000002',
  copies: 3,
  total: 180,
}

describe('a field that is read-only while a condition holds', () => {
  const resource: AnyResource = {
    ...orders,
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
    expect(defaultValues(orders)).toMatchObject({
      pricePerCopy: 60,
      isActive: true,
      name: null,
    })
  })

  test('names every missing field with the code that the server would return', () => {
    const issues = formIssues(orders, defaultValues(orders), defaultValues(orders), admin, 'create')
    expect(Object.keys(issues)).toEqual(
      expect.arrayContaining(['name', 'branchId', 'copies', 'total']),
    )
    expect(issues).not.toHaveProperty('code')
    expect(issues.name).toEqual([{ code: 'required' }])
  })

  test('is valid when everything is filled in', () => {
    expect(formIssues(orders, {}, complete, admin, 'create')).toEqual({})
  })

  test('is validated by the rules that span several fields', () => {
    expect(formIssues(orders, {}, { ...complete, total: 200 }, admin, 'create')).toEqual({
      total: [{ code: 'orders.rules.totalAddsUp' }],
    })
  })
})

describe('a field with a condition', () => {
  test('is shown only while the condition holds', () => {
    expect(visibleFields(orders, complete, admin, 'create')).not.toContain('priceNote')
    const unusual = { ...complete, pricePerCopy: 50, total: 150 }
    expect(fieldState(orders, 'priceNote', unusual, admin, 'create')).toMatchObject({
      visible: true,
      required: false,
    })
    expect(formIssues(orders, {}, unusual, admin, 'create')).toEqual({})
  })

  test('is required only while the condition holds', () => {
    const members: AnyResource = {
      ...libraryRegistry.get('members'),
      form: { guardian: { requiredWhen: { category: { eq: 'child' } } } },
    }
    const required = (category: string) =>
      fieldState(members, 'guardian', { category }, admin, 'create').required
    expect([required('child'), required('adult')]).toEqual([true, false])
    expect(formIssues(members, {}, { category: 'child' }, admin, 'create').guardian).toEqual([
      { code: 'required' },
    ])
  })

  test('that is derived may be empty in a new record, but not in a record that has a value', () => {
    expect(fieldState(orders, 'code', complete, admin, 'create').required).toBe(false)
    expect(fieldState(orders, 'code', complete, admin, 'edit').required).toBe(true)
  })

  test('loses its value when it is hidden again', () => {
    const base = { ...complete, pricePerCopy: 50, total: 150, priceNote: 'Pilot year' }
    const values = { ...base, pricePerCopy: 60, total: 180 }
    expect(formInput(orders, base, values, admin, 'edit')).toEqual({
      pricePerCopy: 60,
      total: 180,
      priceNote: null,
    })
    expect(formIssues(orders, base, values, admin, 'edit')).toEqual({})
  })
})

describe('the form state of a changed record', () => {
  test('sends only changed fields, and an emptied field as null', () => {
    const base = { ...complete, description: 'Old' }
    expect(
      formInput(
        orders,
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
    const branches = libraryRegistry.get('branches')
    const librarian = { id: admin.id, role: 'librarian' } as const
    expect(fieldState(branches, 'budget', {}, librarian, 'edit')).toMatchObject({
      visible: true,
      readOnly: true,
    })
    expect(fieldState(branches, 'phone', {}, librarian, 'edit')).toMatchObject({
      visible: true,
      readOnly: false,
    })
    const reader = { id: admin.id, role: 'reader' } as const
    expect(fieldState(branches, 'budget', {}, reader, 'edit').visible).toBe(false)
  })
})

describe('concurrent changes of one record', () => {
  const base = { ...complete, description: 'Old' }
  test('are merged if they touch different fields', () => {
    const rows = differences(
      orders,
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
    const rows = differences(orders, base, { ...base, name: 'Mine' }, otherValues)
    expect(rows).toEqual([
      { field: 'name', base: 'Informatică', mine: 'Mine', theirs: 'Theirs', conflict: true },
    ])
    expect(mergeChanges(rows, otherValues, { name: 'mine' }).name).toBe('Mine')
    expect(mergeChanges(rows, otherValues, { name: 'theirs' }).name).toBe('Theirs')
  })
})
