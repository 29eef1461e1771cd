import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { libraryRegistry, renderInConsole } from '@matricola/testing/library/pages.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { valuesOf } from '../../../pages/form/form-values.ts'
import { RecordForm } from '../../../pages/form/record-form.tsx'

const branches = libraryRegistry.get('branches')
const record: WireRecord = {
  ...{
    id: '0199a000-0000-7000-8000-0000000000aa',
    version: 3,
    createdAt: '2026-09-01T08:00:00.000Z',
    updatedAt: '2026-09-02T08:00:00.000Z',
  },
  ...{
    _title: 'Informatică',
    _titles: {},
    _can: ['update'],
    name: 'Informatică',
    nameDe: 'Informatik',
    isActive: true,
  },
}

async function open() {
  const save = vi.fn(async (input: object) => ({
    record: { ...record, ...input },
    message: 'Saved',
  }))
  const values = valuesOf(branches, record)
  const user = await renderInConsole(
    <RecordForm
      resource={branches}
      mode="edit"
      initial={{ base: values, values, titles: {}, version: 3 }}
      save={save}
      onSaved={() => {}}
      onCancel={() => {}}
    />,
    { universityLanguage: 'ro' },
  )
  return { user, save }
}
const fold = () => {
  const summary = screen.getByText('(Name)').closest('summary')
  if (!summary) throw new Error('no fold')
  // A `summary` element is always inside `details`.
  return { summary, details: summary.closest('details') as HTMLDetailsElement }
}

test('translations are collapsed below their field, with a summary of the translated languages', async () => {
  await open()
  const { summary, details } = fold()
  expect(details.open).toBe(false)
  expect(summary.textContent).toBe('Other languages (Name): German')
})

test('each translation has a label and a language, and the university’s language has no translation', async () => {
  const { user } = await open()
  await user.click(fold().summary)
  const inputs = within(fold().details).getAllByRole('textbox')
  expect(inputs.map((input) => input.getAttribute('lang'))).toEqual([null, 'fr', 'de'])
  expect(screen.getByRole('textbox', { name: /^Name \(German\)/ })).toHaveProperty(
    'value',
    'Informatik',
  )
  expect(screen.queryByRole('textbox', { name: /^Name \(Romanian\)/ })).toBe(null)
  expect(screen.getByRole('textbox', { name: /^Name$/ }).getAttribute('lang')).toBe('ro')
})

test('a translation is saved separately, and a refused one is shown with its reason', async () => {
  const { user, save } = await open()
  await user.click(fold().summary)
  const french = screen.getByRole('textbox', { name: /^Name \(French\)/ })
  await user.type(french, 'I')
  await user.click(fold().summary)
  expect(screen.queryByRole('textbox', { name: /French/ })).toBe(null)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(save).not.toHaveBeenCalled()
  expect(fold().details.open).toBe(true)
  expect(within(screen.getByRole('alert')).getByRole('link').textContent).toMatch(
    /^Name \(French\): /,
  )
  await user.type(screen.getByRole('textbox', { name: /^Name \(French\)/ }), 'nformatique')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(save.mock.calls[0]?.[0]).toMatchObject({ version: 3, nameFr: 'Informatique' })
  expect(save.mock.calls[0]?.[0]).not.toHaveProperty('name')
})
