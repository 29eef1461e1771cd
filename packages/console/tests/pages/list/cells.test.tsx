import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { libraryRegistry, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import {
  delayRequests,
  failureResponse,
  handle,
  recordRequests,
  requestBodies,
} from '@matricola/testing/pages/network.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

const calls = endpointsOf(libraryRegistry.get('books'))
const site = setUpConsoleApp(async (make) => {
  const book = { author: 'M1', pages: 5, edition: 1 }
  return [
    await make('books', { ...book, title: 'Algebră', isbn: '9789731234561' }),
    await make('books', { ...book, title: 'Analiză', isbn: '9789731234562' }),
  ]
})
const algebra = () => site.records[0]?.id ?? ''
const stored = async () =>
  (
    await site.api.call<WireRecord>(
      site.as('admin'),
      'GET',
      fillPath(calls.single.path, { id: algebra() }),
    )
  ).data

async function openList(address = '/admin/books') {
  const user = await site.open(address)
  await screen.findByRole('table')
  return { user, update: recordRequests(calls.update) }
}
/** Another user has already changed the first book, so its version is 2. */
const change = (values: object) =>
  site.api.call(site.as('librarian'), 'PATCH', calls.update.path, {
    id: algebra(),
    version: 1,
    ...values,
  })
const editButton = (field: string, name = 'Algebră') =>
  screen.getByRole('button', { name: `Edit ${field}: ${name}` })
const editor = (field: string, name = 'Algebră') =>
  screen.findByRole('group', { name: `Edit ${field}: ${name}` })
const box = async (field: string, name?: string) =>
  within(await editor(field, name)).findByRole('textbox', { name: field })

describe('an editable cell', () => {
  test('is opened by its pencil, and saved by Enter with the version that was read', async () => {
    const { user, update } = await openList()
    await user.click(editButton('Pages'))
    const input = await box('Pages')
    await waitFor(() => expect(document.activeElement).toBe(input))
    await user.clear(input)
    await user.type(input, '7{Enter}')
    await waitFor(() => expect(screen.queryByRole('group', { name: /^Edit Pages/ })).toBeNull())
    expect(await requestBodies(update.requests)).toEqual([{ id: algebra(), version: 1, pages: 7 }])
    expect(await stored()).toMatchObject({ pages: 7, version: 2 })
    expect(screen.getAllByRole('cell', { name: /^7/ }).length).toBe(1)
    await waitFor(() => expect(document.activeElement).toBe(editButton('Pages')))
    expect(screen.getByText('Pages of Algebră was saved.')).toBeTruthy()
  })

  test.each(['{Enter}', '{Escape}'])(
    'returns the focus to its pencil by %s, although pencils are hidden in all other rows',
    async (key) => {
      const { user } = await openList()
      // Browsers do not focus elements hidden by a style. jsdom does.
      const { focus } = HTMLElement.prototype
      const focusing = vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (
        this: HTMLElement,
        options,
      ) {
        const isHidden =
          this.matches('.cell-pencil') && !this.closest('.row')?.contains(document.activeElement)
        if (!isHidden) focus.call(this, options)
      })
      screen.getByRole('link', { name: 'Algebră' }).focus()
      await user.keyboard('{F2}')
      const input = await box('Author')
      await waitFor(() => expect(document.activeElement).toBe(input))
      await user.keyboard(key)
      await waitFor(() => expect(document.activeElement).toBe(editButton('Author')))
      focusing.mockRestore()
    },
  )

  test('shows the old value until the server confirms', async () => {
    const { user } = await openList()
    const delayed = delayRequests(calls.update)
    await user.click(editButton('Pages'))
    await user.clear(await box('Pages'))
    await user.type(await box('Pages'), '7{Enter}')
    expect((await editor('Pages')).getAttribute('aria-busy')).toBe('true')
    delayed.release()
    expect(await screen.findByRole('cell', { name: /^7/ })).toBeTruthy()
  })

  test('is opened by F2 from the row, and by a double click', async () => {
    const { user } = await openList()
    await user.keyboard('j{F2}')
    await editor('Author')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('group', { name: /^Edit/ })).toBeNull())
    fireEvent.doubleClick(editButton('Pages', 'Analiză').closest('td') as HTMLElement)
    await editor('Pages', 'Analiză')
    expect(window.location.pathname).toBe('/admin/books')
  })

  test('is left unchanged by Esc', async () => {
    const { user, update } = await openList()
    await user.click(editButton('Pages'))
    await user.type(await box('Pages'), '9{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(editButton('Pages')))
    expect(update.requests.length).toBe(0)
    expect(screen.queryByText('59')).toBeNull()
  })

  test('is saved by Tab, which opens the next cell, and by Ctrl and an arrow, which opens the row below', async () => {
    const { user, update } = await openList()
    await user.click(editButton('Author'))
    await user.clear(await box('Author'))
    await user.type(await box('Author'), '2')
    await user.tab()
    const pages = await box('Pages')
    await waitFor(() => expect(document.activeElement).toBe(pages))
    await user.keyboard('{Control>}{ArrowDown}{/Control}')
    await box('Pages', 'Analiză')
    await user.tab({ shift: true })
    await box('Author', 'Analiză')
    expect(await requestBodies(update.requests)).toEqual([
      { id: algebra(), version: 1, author: '2' },
    ])
  })
})

describe('a refused value of a cell', () => {
  test('stays with its message and is not sent if the declaration refuses it', async () => {
    const { user, update } = await openList()
    await user.click(editButton('Pages'))
    await user.clear(await box('Pages'))
    await user.type(await box('Pages'), '99999{Enter}')
    const input = await box('Pages')
    expect(within(await editor('Pages')).getByRole('alert').textContent).toBe(
      'Enter 9,999 or less.',
    )
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input).toHaveProperty('value', '99999')
    expect(update.requests.length).toBe(0)
  })

  test('stays with its message if the server refuses it', async () => {
    const book = await site.create('books', { title: 'Analiză', isbn: '9789731234563', parts: 3 })
    const volume = { name: 'Șiruri', code: 'A-1', bookId: book.id, part: 1, floor: 1, copies: 1 }
    await site.create('volumes', volume)
    const { user } = await openList('/admin/volumes')
    await user.click(editButton('Part', 'Șiruri'))
    await user.clear(await box('Part', 'Șiruri'))
    await user.type(await box('Part', 'Șiruri'), '4{Enter}')
    expect((await within(await editor('Part', 'Șiruri')).findByRole('alert')).textContent).toBe(
      'Enter 3 or less.',
    )
    expect(await box('Part', 'Șiruri')).toHaveProperty('value', '4')
  })

  test('stays if the network is down, and is saved by the next attempt', async () => {
    const { user } = await openList()
    let isMissing = true
    handle(calls.update, () =>
      isMissing ? failureResponse(503, 'server.busy', 'The server is busy.') : undefined,
    )
    await user.click(editButton('Pages'))
    await user.clear(await box('Pages'))
    await user.type(await box('Pages'), '8{Enter}')
    expect((await within(await editor('Pages')).findByRole('alert')).textContent).toBe(
      'The server is busy.',
    )
    isMissing = false
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('cell', { name: /^8/ })).toBeTruthy()
  })
})

describe('a record that another user has changed in the meantime', () => {
  test('shows both values if the same field was changed, and lets the user choose which one to keep', async () => {
    const { user, update } = await openList()
    await change({ pages: 6 })
    await user.click(editButton('Pages'))
    await user.clear(await box('Pages'))
    await user.type(await box('Pages'), '8{Enter}')
    const question = await within(await editor('Pages')).findByRole('alert')
    expect(question.textContent).toContain('Their value6')
    expect(question.textContent).toContain('Your value8')
    await user.click(within(question).getByRole('button', { name: 'Keep mine' }))
    expect(await screen.findByRole('cell', { name: /^8/ })).toBeTruthy()
    expect(await requestBodies(update.requests)).toEqual([
      { id: algebra(), version: 1, pages: 8 },
      { id: algebra(), version: 2, pages: 8 },
    ])
  })

  test('shows the other user’s value if that one is kept', async () => {
    const { user, update } = await openList()
    await change({ pages: 6 })
    await user.click(editButton('Pages'))
    await user.clear(await box('Pages'))
    await user.type(await box('Pages'), '8{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Keep theirs' }))
    expect(await screen.findByRole('cell', { name: /^6/ })).toBeTruthy()
    expect(update.requests.length).toBe(1)
    expect((await stored()).pages).toBe(6)
  })

  test('keeps both changes without asking if other fields changed', async () => {
    const { user, update } = await openList()
    await change({ author: 'M9' })
    await user.click(editButton('Pages'))
    await user.clear(await box('Pages'))
    await user.type(await box('Pages'), '8{Enter}')
    expect(await screen.findByRole('cell', { name: /^8/ })).toBeTruthy()
    expect(screen.getByRole('cell', { name: /^M9/ })).toBeTruthy()
    expect((await requestBodies(update.requests)).at(-1)).toEqual({
      id: algebra(),
      version: 2,
      pages: 8,
    })
    expect(await stored()).toMatchObject({ pages: 8, author: 'M9' })
  })
})

describe('a read-only cell', () => {
  test('has no pencil in a record that the user may not edit', async () => {
    await site.open('/reader/books', { role: 'reader' })
    await screen.findByRole('rowheader', { name: /Algebră/ })
    expect(screen.queryByRole('button', { name: /^Edit .*: Algebră/ })).toBeNull()
  })

  test('has no pencil in a field that the role may not write', async () => {
    await site.create('branches', { name: 'Centru', budget: 1 })
    await site.open('/librarian/branches', { role: 'librarian' })
    expect(await screen.findByRole('button', { name: 'Edit Phone: Centru' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Edit Budget/ })).toBeNull()
  })
})

test('leaving the page asks for confirmation while a typed value is unsaved', async () => {
  const { user } = await openList()
  await user.click(editButton('Author'))
  await user.clear(await box('Author'))
  await user.type(await box('Author'), 'Algebră II')
  await user.click(screen.getByRole('link', { name: 'Loans' }))
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(window.location.pathname).toBe('/admin/books')
  expect(await box('Author')).toHaveProperty('value', 'Algebră II')
})
