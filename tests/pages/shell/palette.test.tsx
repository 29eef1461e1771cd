import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as searchCalls from '#model/calls/search.ts'
import { endpointsOf } from '#model/endpoints.ts'
import { resourceNamed } from '#resources/index.ts'
import { idOf, openConsole, pageOfRecords, queryOf } from '../support/console.tsx'
import { on, success } from '../support/network.ts'

const hits = [
  { type: 'students', id: idOf(1), title: 'Țîrlea Ștefan', subtitle: 'INF26-001' },
  { type: 'settings', id: idOf(2), title: 'Settings', subtitle: '' },
]

async function openPalette() {
  on(endpointsOf(resourceNamed('courses')).list, (request) => success(pageOfRecords(request, [])))
  const search = on(searchCalls.searchRecords, () => success(hits))
  const { hands } = await openConsole('/admin/courses')
  await screen.findByRole('heading', { level: 1, name: 'Courses' })
  await hands.keyboard('{Control>}k{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Search and go to' })
  return { hands, search, dialog, box: within(dialog).getByRole('combobox') }
}
const optionsIn = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('option')
    .map((option) => option.textContent)

test('Ctrl+K opens the palette with the pages of the role, and the arrow keys choose', async () => {
  const { hands, dialog, box } = await openPalette()
  expect(document.activeElement).toBe(box)
  expect(optionsIn(dialog).slice(0, 2)).toEqual(['Dashboard', 'Students'])
  expect(optionsIn(dialog)).toContain('New student')
  await hands.keyboard('{ArrowDown}')
  const chosen = within(dialog).getByRole('option', { selected: true })
  expect(chosen.textContent).toBe('Students')
  expect(box.getAttribute('aria-activedescendant')).toBe(chosen.id)
})

test('typing finds pages whatever their diacritics, and records by the server, of pages that the role has', async () => {
  const { hands, dialog, search } = await openPalette()
  await hands.keyboard('țîrlea')
  expect(await within(dialog).findByText('Țîrlea Ștefan')).toBeTruthy()
  expect(optionsIn(dialog)).toEqual(['Țîrlea ȘtefanStudent · INF26-001'])
  expect(queryOf(search.seen.at(-1))).toBe('?q=țîrlea')
  expect(search.seen.length).toBeLessThan(4)
})

test('Enter goes there; what was chosen is offered first the next time', async () => {
  on(endpointsOf(resourceNamed('departments')).list, (request) => success(pageOfRecords(request, [])))
  const { hands } = await openPalette()
  await hands.keyboard('départ{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/admin/departments'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await hands.keyboard('{Control>}k{/Control}')
  const again = await screen.findByRole('dialog', { name: 'Search and go to' })
  expect(within(again).getByRole('group', { name: 'Recent' }).textContent).toContain('Departments')
})

test('jobs have a door in the palette, also when none is unfinished (CONS-37)', async () => {
  const { hands } = await openPalette()
  await hands.keyboard('jobs{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/admin/jobs'))
})

test('a text that nothing fits is answered with "No items found"', async () => {
  const { hands, dialog } = await openPalette()
  on(searchCalls.searchRecords, () => success([]))
  await hands.keyboard('qqqq')
  expect(await within(dialog).findByText('No items found')).toBeTruthy()
})
