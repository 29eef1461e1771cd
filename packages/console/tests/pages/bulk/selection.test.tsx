import { maxPickedRows } from '@matricola/schema/vocabulary.ts'
import { setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  clearSelections,
  idsBetween,
  isRowSelected,
  selectedCount,
  withRowsSelected,
} from '../../../pages/bulk/selection.ts'

const nameOf = (number: number) => `Book ${String(number).padStart(2, '0')}`
const site = setUpConsoleApp(async (make) => {
  for (let number = 1; number <= 12; number++)
    await make('books', { title: nameOf(number), isbn: `97897312345${number + 10}` })
})

beforeEach(clearSelections)

/** Opens the list of twelve books with five on a page. */
async function openBooks(visit: Parameters<typeof site.open>[1] = {}) {
  const user = await site.open('/admin/books', visit)
  await screen.findByText('Book 01')
  return user
}

const box = (number: number) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${nameOf(number)}` })
const pageBox = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
const bar = () => within(screen.getByRole('region', { name: 'Selection' }))
const checkedBoxes = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Book/ })
    .filter(({ checked }) => checked).length

describe('the selection count', () => {
  test('includes the selected rows, or all rows except those that were deselected', () => {
    const picked = withRowsSelected({ kind: 'picked', ids: new Set(['a']) }, ['b', 'c'], true)
    expect(picked && selectedCount(picked)).toBe(3)
    const rest = withRowsSelected(
      { kind: 'all', except: new Set(), total: 1284, token: 't' },
      ['a', 'b', 'c'],
      false,
    )
    expect(
      rest && [selectedCount(rest), isRowSelected(rest, 'a'), isRowSelected(rest, 'z')],
    ).toEqual([1281, false, true])
  })

  test('is zero once all rows of "all" are deselected', () => {
    const none = withRowsSelected(
      { kind: 'all', except: new Set(['a']), total: 2, token: 't' },
      ['b'],
      false,
    )
    expect(none).toEqual({ kind: 'picked', ids: new Set() })
  })

  test('of individually selected rows stops at the server’s limit', () => {
    const ids = Array.from({ length: maxPickedRows }, (_, index) => `id-${index}`)
    const full = withRowsSelected({ kind: 'picked', ids: new Set() }, ids, true)
    expect(full && selectedCount(full)).toBe(maxPickedRows)
    expect(full && withRowsSelected(full, ['one more'], true)).toBeNull()
  })

  test('of a range includes both ends, in either direction', () => {
    expect(idsBetween(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(idsBetween(['a', 'b'], 'elsewhere', 'b')).toEqual(['b'])
  })
})

describe('selection in a table', () => {
  test('shows the page checkbox as empty, mixed or checked, and deselects what it selected', async () => {
    const user = await openBooks()
    await user.click(box(2))
    expect([pageBox().checked, pageBox().indeterminate]).toEqual([false, true])
    expect(bar().getByRole('status').textContent).toBe('1 selected')
    await user.click(pageBox())
    expect([checkedBoxes(), pageBox().checked, pageBox().indeterminate]).toEqual([5, true, false])
    await user.click(pageBox())
    expect(checkedBoxes()).toBe(0)
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  })

  test('includes the rows in between on Shift+click', async () => {
    const user = await openBooks()
    await user.click(box(4))
    await user.keyboard('{Shift>}')
    await user.click(box(2))
    await user.keyboard('{/Shift}')
    expect(bar().getByRole('status').textContent).toBe('3 selected')
    expect([box(2), box(3), box(4)].map(({ checked }) => checked)).toEqual([true, true, true])
  })

  test('works by keyboard with X, Shift+X, Ctrl+A and Esc', async () => {
    const user = await openBooks()
    await user.keyboard('jx')
    expect(box(1).checked).toBe(true)
    await user.keyboard('jj{Shift>}X{/Shift}')
    expect(checkedBoxes()).toBe(3)
    await user.keyboard('{Control>}a{/Control}')
    expect(checkedBoxes()).toBe(5)
    await user.keyboard('{Escape}')
    expect(checkedBoxes()).toBe(0)
    expect(document.activeElement).toBe(pageBox())
  })

  test('can include all matching rows except some', async () => {
    const user = await openBooks()
    await user.click(pageBox())
    await user.click(bar().getByRole('button', { name: 'Select all 12 matching rows' }))
    expect(bar().getByRole('status').textContent).toBe('All 12 are selected')
    await user.click(box(1))
    await user.click(box(3))
    expect(bar().getByRole('status').textContent).toBe('All 12 are selected except 2')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Book 06')
    await waitFor(() => expect(checkedBoxes()).toBe(5))
    expect(bar().getByRole('status').textContent).toBe('All 12 are selected except 2')
  })

  test('survives paging and sorting, is not in the URL, and is cleared with a notice by a filter', async () => {
    const user = await openBooks()
    await user.click(box(1))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Book 06')
    await user.click(box(7))
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await screen.findByText('Book 01')
    await user.click(within(screen.getByRole('table')).getByRole('button', { name: 'Author' }))
    await waitFor(() => expect(window.location.search).toContain('sort=author'))
    expect(box(1).checked).toBe(true)
    expect(bar().getByRole('status').textContent).toBe('2 selected')
    expect(window.location.search).toBe('?pageNumber=1&pageSize=5&sort=author')
    window.history.pushState(null, '', '/admin/books?pageNumber=1&pageSize=5&search=book')
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
    await screen.findByText(
      'The selection of 2 rows was cleared because the list now shows different rows.',
    )
    await waitFor(() => expect(checkedBoxes()).toBe(0))
  })

  test('has no checkboxes for a role without bulk actions', async () => {
    await site.open('/reader/books', { role: 'reader' })
    await screen.findByRole('table')
    expect(screen.queryAllByRole('checkbox')).toEqual([])
  })
})

test('on a phone each card has its checkbox, and one above the cards selects the page', async () => {
  const user = await openBooks({ isNarrow: true, language: 'ro' })
  await user.click(screen.getByRole('checkbox', { name: 'Selectați Book 02' }))
  await user.click(screen.getByRole('checkbox', { name: 'Selectați toate de pe pagină' }))
  expect(
    within(screen.getByRole('region', { name: 'Selecție' })).getByRole('status').textContent,
  ).toBe('5 selectate')
})
