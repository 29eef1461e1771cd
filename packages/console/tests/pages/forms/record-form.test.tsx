import { idempotencyKey } from '@matricola/providers/data.ts'
import { HttpError } from '@matricola/providers/http.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import {
  libraryRegistry,
  renderInConsole,
  setUpConsoleApp,
} from '@matricola/testing/library/pages.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { defaultValues, valuesOf } from '../../../pages/form/form-values.ts'
import { RecordForm } from '../../../pages/form/record-form.tsx'
import type { SaveRecord } from '../../../pages/form/use-record-form.ts'

const site = setUpConsoleApp(async () => {})
const branches = libraryRegistry.get('branches')
const orders = libraryRegistry.get('orders')
const id = '0199a000-0000-7000-8000-0000000000aa'

const record = {
  id,
  version: 3,
  createdAt: '2026-09-01T08:00:00.000Z',
  updatedAt: '2026-09-02T08:00:00.000Z',
  _title: 'Informatică',
  _titles: {},
  _can: ['update'],
  name: 'Informatică',
  description: 'Veche',
  managerId: null,
  email: null,
  phone: null,
  office: 'A1',
  officeHours: null,
  budget: 12500,
  floorArea: 7.5,
  isActive: true,
} satisfies WireRecord

/** The input of a call with the idempotency key of the form. */
const keyed = (input: object) => ({
  ...input,
  [idempotencyKey]: expect.stringMatching(/^[0-9a-f]{32}$/),
})
const keysOf = (calls: readonly (readonly object[])[]) =>
  calls.map(([input]) => (input as { readonly [idempotencyKey]?: string })[idempotencyKey])

const saved = (input: object) => ({
  record: { ...record, ...input },
  message: 'Branch updated successfully.',
})

async function open(save: SaveRecord, mode: 'create' | 'edit' = 'edit') {
  const onSaved = vi.fn()
  const onCancel = vi.fn()
  const values = mode === 'edit' ? valuesOf(branches, record) : defaultValues(branches)
  const user = await renderInConsole(
    <RecordForm
      resource={branches}
      mode={mode}
      initial={{
        base: values,
        values,
        titles: {},
        ...(mode === 'edit' && { version: record.version }),
      }}
      save={save}
      onSaved={onSaved}
      onCancel={onCancel}
      canContinue
    />,
  )
  return { user, onSaved, onCancel }
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string) => screen.getByRole('button', { name })

test('a reference whose title the user may not read is shown as an unavailable name, never as an id', async () => {
  const loans = libraryRegistry.get('loans')
  const base = { ...defaultValues(loans), readerId: id }
  await renderInConsole(
    <RecordForm
      resource={loans}
      mode="edit"
      initial={{ base, values: base, titles: {}, version: 1 }}
      save={vi.fn<SaveRecord>()}
      onSaved={vi.fn()}
      onCancel={vi.fn()}
      canContinue
    />,
    { role: 'librarian' },
  )
  expect(screen.getByText('Reader').closest('.form-field')).toHaveTextContent(
    'ReaderName not available',
  )
  expect(document.body).not.toHaveTextContent(id)
})

describe('saving', () => {
  test('sends the changes and the version they are based on once, even if the button is clicked repeatedly', async () => {
    let release = () => {}
    const save = vi.fn<SaveRecord>(
      (input) =>
        new Promise((resolve) => {
          release = () => resolve(saved(input))
        }),
    )
    const { user, onSaved } = await open(save)
    await user.clear(field(/^Office \(/))
    await user.type(field(/^Office \(/), 'B2')
    await user.click(press('Save'))
    await user.click(screen.getByRole('button', { name: 'Saving…' }))
    release()
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(save.mock.calls).toEqual([[keyed({ version: 3, office: 'B2' })]])
  })

  test('works from the keyboard with Control and S, and with Control and Enter', async () => {
    const save = vi.fn<SaveRecord>(async (input) => saved(input))
    const { user } = await open(save)
    await user.type(field(/^Office \(/), '1{Control>}s{/Control}')
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    await user.type(field(/^Office \(/), '2{Control>}{Enter}{/Control}')
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  })

  test('starts the next record with empty fields after “Save and add another”', async () => {
    const save = vi.fn<SaveRecord>(async (input) => saved(input))
    const { user, onSaved } = await open(save, 'create')
    await user.type(field('Name'), 'Fizică')
    await user.click(press('Save and add another'))
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(expect.anything(), true))
    expect(save.mock.calls).toEqual([[keyed({ name: 'Fizică', isActive: true })]])
    expect(field('Name').value).toBe('')
  })

  test('stays on the record after “Save and continue editing”, without unsaved changes', async () => {
    const save = vi.fn<SaveRecord>(async (input) => ({
      ...saved(input),
      record: { ...record, office: 'B2', version: 4 },
    }))
    const { user, onSaved, onCancel } = await open(save)
    await user.clear(field(/^Office \(/))
    await user.type(field(/^Office \(/), 'B2')
    await user.click(press('Save and continue editing'))
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(expect.anything(), true))
    expect(field(/^Office \(/).value).toBe('B2')
    await user.click(press('Save and continue editing'))
    expect(save).toHaveBeenCalledTimes(1)
    await user.clear(field(/^Office \(/))
    await user.type(field(/^Office \(/), 'B3')
    await user.click(press('Save'))
    expect(save).toHaveBeenLastCalledWith(keyed({ version: 4, office: 'B3' }))
    expect(onCancel).not.toHaveBeenCalled()
  })

  test('uses one idempotency key until it succeeds, and another for the next record', async () => {
    const busyError = new HttpError({
      statusCode: 503,
      code: 'server.busy',
      message: 'The server is busy.',
    })
    const save = vi
      .fn<SaveRecord>()
      .mockRejectedValueOnce(busyError)
      .mockImplementation(async (input) => saved(input))
    const { user, onSaved } = await open(save, 'create')
    await user.type(field('Name'), 'Fizică')
    await user.click(press('Save and add another'))
    await screen.findByRole('alert')
    await user.click(press('Save and add another'))
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    await user.type(field('Name'), 'Chimie')
    await user.click(press('Save and add another'))
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(2))
    const [first, repeated, next] = keysOf(save.mock.calls)
    expect(repeated).toBe(first)
    expect(next).not.toBe(first)
  })
})

describe('refusals', () => {
  test('of one field are shown next to it and move the focus there', async () => {
    const save = vi.fn<SaveRecord>()
    const { user } = await open(save)
    await user.clear(field('Name'))
    await user.click(press('Save'))
    expect(field('Name')).toHaveAccessibleDescription('Fill in this field.')
    expect(field('Name')).toHaveFocus()
    expect(save).not.toHaveBeenCalled()
  })

  test('of several fields are listed in a summary with links in the same words, and no input is lost', async () => {
    const { user } = await open(vi.fn<SaveRecord>())
    await user.clear(field('Name'))
    await user.type(field(/^Email/), 'ana.pop')
    await user.click(press('Save'))
    const summary = screen.getByRole('alert')
    expect(summary).toHaveFocus()
    expect(within(summary).getByRole('heading')).toHaveTextContent('There are 2 problems')
    await user.click(within(summary).getByRole('link', { name: /^Email: Enter an email address/ }))
    expect(field(/^Email/)).toHaveFocus()
    expect(field(/^Email/).value).toBe('ana.pop')
  })

  test('from the server are shown next to their fields, like those of the browser', async () => {
    const refusal = new HttpError({
      statusCode: 400,
      code: 'input.invalid',
      message: 'Some answers need fixing.',
      fields: { name: [{ code: 'value.taken' }] },
    })
    const { user } = await open(vi.fn<SaveRecord>().mockRejectedValue(refusal))
    await user.type(field('Name'), ' II')
    await user.click(press('Save'))
    await waitFor(() =>
      expect(field('Name')).toHaveAccessibleDescription(
        'Choose another value: this one is already in use.',
      ),
    )
    expect(field('Name').value).toBe('Informatică II')
  })

  test('without a field show the server’s message', async () => {
    const { user } = await open(
      vi
        .fn<SaveRecord>()
        .mockRejectedValue(
          new HttpError({ statusCode: 503, code: 'server.busy', message: 'The server is busy.' }),
        ),
    )
    await user.type(field('Name'), ' II')
    await user.click(press('Save'))
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is busy.')
  })
})

describe('a record that another user has saved in the meantime', () => {
  const stale = (current: object) =>
    new HttpError({
      statusCode: 409,
      code: 'record.stale',
      message: 'Another user has changed this record.',
      current: { ...record, version: 4, ...current },
    })

  test('merges both sets of changes if they touch different fields', async () => {
    const save = vi
      .fn<SaveRecord>()
      .mockRejectedValueOnce(stale({ description: 'Nouă' }))
      .mockImplementation(async (input) => saved(input))
    const { user, onSaved } = await open(save)
    await user.type(field('Name'), ' II')
    await user.click(press('Save'))
    await user.click(await screen.findByRole('button', { name: 'Save both' }))
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(save).toHaveBeenLastCalledWith(keyed({ version: 4, name: 'Informatică II' }))
  })

  test('shows the original value and both new values of a field that both users changed, and lets the user choose', async () => {
    const save = vi
      .fn<SaveRecord>()
      .mockRejectedValueOnce(stale({ name: 'Informatică aplicată' }))
      .mockImplementation(async (input) => saved(input))
    const { user } = await open(save)
    await user.type(field('Name'), ' II')
    await user.click(press('Save'))
    const row = within(await screen.findByRole('row', { name: /^Name/ }))
    expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      'Informatică',
      'Informatică II',
      'Informatică aplicată',
    ])
    expect(press('Save the chosen values')).toBeDisabled()
    await user.click(row.getByRole('radio', { name: 'Name: Your value' }))
    await user.click(press('Save the chosen values'))
    await waitFor(() =>
      expect(save).toHaveBeenLastCalledWith(keyed({ version: 4, name: 'Informatică II' })),
    )
  })

  test('replaces the form state when the user discards their changes', async () => {
    const { user } = await open(
      vi.fn<SaveRecord>().mockRejectedValue(stale({ name: 'Informatică aplicată' })),
    )
    await user.type(field('Name'), ' II')
    await user.click(press('Save'))
    await user.click(await screen.findByRole('button', { name: 'Discard my changes' }))
    expect(field('Name').value).toBe('Informatică aplicată')
  })
})

describe('leaving the form', () => {
  test('asks for confirmation once and lists the changes that would be lost', async () => {
    const { user } = await open(vi.fn<SaveRecord>())
    await user.type(field('Name'), ' II')
    await user.click(screen.getByRole('link', { name: 'Away' }))
    expect(screen.getByRole('dialog', { hidden: true })).toHaveTextContent('Name')
    await user.click(screen.getByRole('button', { name: 'Keep editing', hidden: true }))
    expect(field('Name').value).toBe('Informatică II')
    await user.click(screen.getByRole('link', { name: 'Away' }))
    await user.click(screen.getByRole('button', { name: 'Leave without saving', hidden: true }))
    expect(await screen.findByText('Another page')).toBeVisible()
  })

  test('does not ask for confirmation when a change has been reverted', async () => {
    const { user } = await open(vi.fn<SaveRecord>())
    await user.type(field('Name'), '!{Backspace}')
    await user.click(screen.getByRole('link', { name: 'Away' }))
    expect(await screen.findByText('Another page')).toBeVisible()
  })

  test('by closing the tab triggers the browser’s confirmation', async () => {
    const { user } = await open(vi.fn<SaveRecord>())
    const unchanged = new Event('beforeunload', { cancelable: true })
    fireEvent(window, unchanged)
    expect(unchanged.defaultPrevented).toBe(false)
    await user.type(field('Name'), ' II')
    const changed = new Event('beforeunload', { cancelable: true })
    fireEvent(window, changed)
    expect(changed.defaultPrevented).toBe(true)
  })

  test('with Escape cancels, after asking for confirmation if something has changed', async () => {
    const { user, onCancel } = await open(vi.fn<SaveRecord>())
    await user.keyboard('{Escape}')
    expect(onCancel).toHaveBeenCalledOnce()
    await user.type(field('Name'), ' II')
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { hidden: true })).toHaveTextContent(
      'These changes will be lost:',
    )
  })
})

describe('conditions', () => {
  test('show a field while they hold', async () => {
    await site.connect()
    const values = defaultValues(orders)
    const user = await renderInConsole(
      <RecordForm
        resource={orders}
        mode="create"
        initial={{ base: values, values, titles: {} }}
        save={vi.fn<SaveRecord>()}
        onSaved={vi.fn()}
        onCancel={vi.fn()}
      />,
    )
    expect(screen.queryByLabelText(/^Price note/)).toBeNull()
    await user.clear(field('Price per copy'))
    await user.type(field('Price per copy'), '50')
    expect(screen.getByLabelText(/^Price note/)).toBeEnabled()
  })

  test('on a product show the product, and whether the field matches it', async () => {
    await site.connect()
    const values = { ...defaultValues(orders), copies: 3 }
    const user = await renderInConsole(
      <RecordForm
        resource={orders}
        mode="create"
        initial={{ base: values, values, titles: {} }}
        save={vi.fn<SaveRecord>()}
        onSaved={vi.fn()}
        onCancel={vi.fn()}
      />,
    )
    const total = () => field(/^Total/)
    expect(total()).toHaveAccessibleDescription(/3 × 60 = 180$/)
    await user.type(total(), '170')
    expect(total()).toHaveAccessibleDescription(/3 × 60 = 180, but the field says 170$/)
    await user.clear(total())
    await user.type(total(), '180')
    expect(total()).toHaveAccessibleDescription(/3 × 60 = 180$/)
    await user.clear(field(/^Copies/))
    expect(total()).not.toHaveAccessibleDescription(/=/)
  })
})
