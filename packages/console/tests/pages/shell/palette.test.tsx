import * as searchCalls from '@matricola/schema/calls/search.ts'
import { setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { modifyResponses, queryString } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

const site = setUpConsoleApp(async (make) => {
  await make('members', { lastName: 'Țîrlea', firstName: 'Ștefan', cardNumber: 'R-001' })
})

async function openPalette() {
  const user = await site.open('/admin/books')
  await screen.findByRole('heading', { level: 1, name: 'Books' })
  await user.keyboard('{Control>}k{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Search or go to a page' })
  return { user, dialog, box: within(dialog).getByRole('combobox') }
}
const optionsIn = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('option')
    .map((option) => option.textContent)

test('Ctrl+K opens the palette with the pages of the role, and the arrow keys move through them', async () => {
  const { user, dialog, box } = await openPalette()
  expect(document.activeElement).toBe(box)
  expect(optionsIn(dialog).slice(0, 2)).toEqual(['Dashboard', 'Branches'])
  expect(optionsIn(dialog)).toContain('New member')
  await user.keyboard('{ArrowDown}')
  const chosen = within(dialog).getByRole('option', { selected: true })
  expect(chosen.textContent).toBe('Branches')
  expect(box.getAttribute('aria-activedescendant')).toBe(chosen.id)
})

test('typing finds pages regardless of diacritics, and the server finds records for which the role has a page', async () => {
  const { user, dialog } = await openPalette()
  // A server newer than the page may return types of record that the page does not know.
  const search = modifyResponses<object[]>(searchCalls.searchRecords, (found) => [
    ...found,
    { type: 'settings', id: fixedId(2), title: 'Settings', subtitle: '' },
  ])
  await user.keyboard('țîrlea')
  expect(await within(dialog).findByText('Țîrlea Ștefan')).toBeTruthy()
  expect(optionsIn(dialog)).toEqual(['Țîrlea ȘtefanMember · R-001'])
  expect(queryString(search.requests.at(-1))).toBe('?q=țîrlea')
  expect(search.requests.length).toBeLessThan(4)
})

test('Enter opens the chosen entry, which is offered first the next time', async () => {
  const { user } = await openPalette()
  await user.keyboard('bránch{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/admin/branches'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  const secondDialog = await screen.findByRole('dialog', { name: 'Search or go to a page' })
  expect(within(secondDialog).getByRole('group', { name: 'Recent' }).textContent).toContain(
    'Branches',
  )
})

test('the palette offers jobs, even if none is unfinished', async () => {
  const { user } = await openPalette()
  await user.keyboard('jobs{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/admin/jobs'))
})

test('a text without matches shows "No items found"', async () => {
  const { user, dialog } = await openPalette()
  await user.keyboard('qqqq')
  expect(await within(dialog).findByText('No items found')).toBeTruthy()
})
