import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { libraryRegistry } from '@matricola/testing/library/pages.tsx'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { navigation } from '../../../navigation.ts'
import { setUpExchangeApp } from './support.tsx'

const { open, createBranches: branches } = setUpExchangeApp()
const calls = endpointsOf(libraryRegistry.get('branches'))

/** Query parameters of the last download. */
const fetched = () =>
  new URL(vi.mocked(navigation.download).mock.calls.at(-1)?.[0] ?? '', 'http://localhost')
    .searchParams

/** Chooses an entry of the list's menu. */
const chooseFromMenu = async (user: UserEvent, name: string, menu = 'More') => {
  await user.click(await screen.findByRole('button', { name: menu }))
  await user.click(screen.getByRole('button', { name }))
}

describe('an export', () => {
  test('uses the filters and columns of the list, and the browser downloads the file', async () => {
    await branches(3, (number) => `Export ${number}`)
    const { user } = await open('admin', '/admin/branches?search=Export&sort=-name', 'ro')
    await chooseFromMenu(user, 'Export', 'Mai mult')
    const dialog = await screen.findByRole('dialog', { name: 'Export: Filiale' })
    expect(
      within(dialog).getByText(/^Exportul se înregistrează cu numele dumneavoastră/),
    ).toBeTruthy()
    await user.click(within(dialog).getByRole('radio', { name: 'Text cu separatori (CSV)' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'Buget' }))
    await user.click(within(dialog).getByRole('button', { name: 'Descărcați 3 înregistrări' }))
    expect(await within(dialog).findByText(/^Descărcarea a 3 înregistrări a început/)).toBeTruthy()
    expect(Object.fromEntries(fetched())).toMatchObject({
      search: 'Export',
      sort: '-name',
      format: 'csv',
      lng: 'ro',
    })
    expect(fetched().get('columns')).not.toContain('budget')
    expect(fetched().has('pageSize')).toBe(false)
  })

  test('that the server refuses shows the error and downloads nothing', async () => {
    const { user } = await open('admin', '/admin/branches')
    await chooseFromMenu(user, 'Export')
    const dialog = await screen.findByRole('dialog', { name: 'Export: Branches' })
    handle(calls.list, () =>
      failureResponse(503, 'server.busy', 'The server is busy. Try again in a moment.'),
    )
    await user.click(within(dialog).getByRole('button', { name: /^Download/ }))
    expect(
      await within(dialog).findByText('The server is busy. Try again in a moment.'),
    ).toBeTruthy()
    expect(vi.mocked(navigation.download).mock.calls).toEqual([])
  })

  test('of a selection refers to the frozen query', async () => {
    const { user } = await open('admin', '/admin/branches')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Export 2' }))
    const bar = screen.getByRole('region', { name: 'Selection' })
    await user.click(within(bar).getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('button', { name: 'Download 1 record' }))
    await waitFor(() => expect(fetched().get('selection')).toMatch(/^[0-9a-f-]{36}$/))
  })

  test('says that numbers of identity documents are masked if one is among the columns', async () => {
    const { user } = await open('admin', '/admin/members')
    await chooseFromMenu(user, 'Export')
    expect(screen.queryByText(/are masked/)).toBeNull()
    await user.click(await screen.findByRole('checkbox', { name: 'Personal number' }))
    expect(screen.getByText(/Identity document numbers are masked\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.getByRole('link', { name: 'Import' })).toBeTruthy()
  })
})

/** Pastes cells as Ctrl+V does. */
const paste = (at: Element, text: string) =>
  act(() => fireEvent.paste(at, { clipboardData: { getData: () => text } }))

describe('a pasted block of cells', () => {
  test('fills the table’s rows, starting at the focused one, and is validated, shown and stored', async () => {
    await branches(3, (number) => `Paste ${number}`)
    const { user } = await open('admin', '/admin/branches?search=Paste')
    const second = await screen.findByRole('link', { name: 'Paste 2' })
    act(() => second.focus())
    paste(second, 'P 2\t0264 000 002\r\nP 3\t0264 000 003\r\nP 4\t0264 000 004\r\n')
    const dialog = await screen.findByRole('dialog', { name: 'Paste cells: Branches' })
    expect(
      within(dialog).getByText(/^1 row extends past the last record on this page and is skipped/),
    ).toBeTruthy()
    await user.selectOptions(
      within(dialog).getByRole('combobox', { name: 'Field for column 1' }),
      'Office',
    )
    await user.selectOptions(
      within(dialog).getByRole('combobox', { name: 'Field for column 2' }),
      'Phone',
    )
    expect(within(dialog).getByRole('row', { name: 'Paste 3 P 3 0264 000 003' })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Check 2 rows' }))

    const preview = await screen.findByRole('dialog', { name: /^Paste: Branches/ })
    await user.click(await within(preview).findByRole('button', { name: /^Paste.*2/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getAllByText(/\+40 264 000 003/).length).toBeGreaterThan(0))
  })

  test.each([
    ['en', 'Office', /^Check 3/, 'Empty cells remove 2 values from existing records.'],
    ['ro', 'Birou', /^Verificați 3/, 'Celulele goale șterg 2 valori din înregistrările existente.'],
    [
      'fr',
      'Bureau',
      /^Contrôler 3/,
      'Des cellules vides suppriment 2 valeurs de fiches existantes.',
    ],
    [
      'de',
      'Büro',
      /^3 Zeilen prüfen/,
      'Leere Zellen entfernen 2 Werte aus vorhandenen Datensätzen.',
    ],
  ] as const)(
    'before it is stored, says in %s how many values its empty cells remove',
    async (language, office, check, warning) => {
      await branches(3, (number) => `Empty ${language} ${number}`, { office: 'B 7' })
      const { user } = await open('admin', `/admin/branches?search=Empty ${language}`, language)
      const first = await screen.findByRole('link', { name: `Empty ${language} 1` })
      act(() => first.focus())
      paste(first, '\nP 2\n\n')
      const dialog = await screen.findByRole('dialog')
      expect(within(dialog).queryByText(warning)).toBeNull()
      const column = within(dialog).getAllByRole('combobox').at(-1) as HTMLElement
      await user.selectOptions(column, office)
      await user.click(within(dialog).getByRole('button', { name: check }))
      expect(await screen.findByText(warning)).toBeTruthy()
    },
  )

  test('can also be pasted into a dialog from the menu of the list', async () => {
    const { user } = await open('admin', '/admin/branches')
    await screen.findByRole('table')
    await chooseFromMenu(user, 'Paste cells')
    const box = await screen.findByRole('textbox', { name: /^Paste the copied cells here/ })
    fireEvent.change(box, { target: { value: 'P 1\n' } })
    expect(await screen.findByRole('button', { name: 'Check 1 row' })).toBeTruthy()
  })
})
