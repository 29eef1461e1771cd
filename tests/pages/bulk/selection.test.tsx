import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { pagesOf } from '#model/paths.ts'
import { maxPickedRows } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'
import { clearSelections, countOf, isChosen, rangeOf, withRows } from '#src/pages/bulk/selection.ts'
import { bulkText } from '#src/pages/bulk/words.ts'
import { applicationHere } from '../support/application.tsx'

const nameOf = (number: number) => `Course ${String(number).padStart(2, '0')}`
const site = applicationHere(async (make) => {
  const { id: departmentProfileId } = await make('departments', { name: 'Informatică' })
  const programme = { name: 'Calculatoare', code: 'CAL', departmentProfileId, yearsOfStudy: 3, totalCredits: 180 }
  const { id: specializationId } = await make('specializations', programme)
  for (let number = 1; number <= 12; number++)
    await make('courses', { name: nameOf(number), code: `C-${number + 10}`, specializationId, year: 1, semester: 1, credits: 5 })
})

beforeEach(clearSelections)

/** Opens the list of twelve courses with five on a page. */
async function openCourses(visit: Parameters<typeof site.open>[1] = {}) {
  const hands = await site.open('/admin/courses', visit)
  await screen.findByText('Course 01')
  return hands
}

const box = (number: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${nameOf(number)}` })
const pageBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
const bar = () => within(screen.getByRole('region', { name: 'Selection' }))
const ticked = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Course/ }).filter(({ checked }) => checked).length

describe('the selection count', () => {
  test('covers the named rows, or all rows but the named ones', () => {
    const picked = withRows({ kind: 'picked', ids: new Set(['a']) }, ['b', 'c'], true)
    expect(picked && countOf(picked)).toBe(3)
    const rest = withRows({ kind: 'all', except: new Set(), total: 1284, token: 't' }, ['a', 'b', 'c'], false)
    expect(rest && [countOf(rest), isChosen(rest, 'a'), isChosen(rest, 'z')]).toEqual([1281, false, true])
  })

  test('is zero once all rows of "all" are deselected', () => {
    const none = withRows({ kind: 'all', except: new Set(['a']), total: 2, token: 't' }, ['b'], false)
    expect(none).toEqual({ kind: 'picked', ids: new Set() })
  })

  test('of individually selected rows stops at the server’s limit', () => {
    const ids = Array.from({ length: maxPickedRows }, (_, index) => `id-${index}`)
    const full = withRows({ kind: 'picked', ids: new Set() }, ids, true)
    expect(full && countOf(full)).toBe(maxPickedRows)
    expect(full && withRows(full, ['one more'], true)).toBeNull()
  })

  test('of a range includes both ends, in either direction', () => {
    expect(rangeOf(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(rangeOf(['a', 'b'], 'elsewhere', 'b')).toEqual(['b'])
  })
})

describe('selection in a table', () => {
  test('shows the page checkbox as empty, mixed or checked, and deselects what it selected', async () => {
    const hands = await openCourses()
    await hands.click(box(2))
    expect([pageBox().checked, pageBox().indeterminate]).toEqual([false, true])
    expect(bar().getByRole('status').textContent).toBe('1 selected')
    await hands.click(pageBox())
    expect([ticked(), pageBox().checked, pageBox().indeterminate]).toEqual([5, true, false])
    await hands.click(pageBox())
    expect(ticked()).toBe(0)
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  })

  test('includes the rows between on Shift+click', async () => {
    const hands = await openCourses()
    await hands.click(box(4))
    await hands.keyboard('{Shift>}')
    await hands.click(box(2))
    await hands.keyboard('{/Shift}')
    expect(bar().getByRole('status').textContent).toBe('3 selected')
    expect([box(2), box(3), box(4)].map(({ checked }) => checked)).toEqual([true, true, true])
  })

  test('works by keyboard with X, Shift+X, Ctrl+A and Esc', async () => {
    const hands = await openCourses()
    await hands.keyboard('jx')
    expect(box(1).checked).toBe(true)
    await hands.keyboard('jj{Shift>}X{/Shift}')
    expect(ticked()).toBe(3)
    await hands.keyboard('{Control>}a{/Control}')
    expect(ticked()).toBe(5)
    await hands.keyboard('{Escape}')
    expect(ticked()).toBe(0)
    expect(document.activeElement).toBe(pageBox())
  })

  test('can cover everything that matches, with some rows left out', async () => {
    const hands = await openCourses()
    await hands.click(pageBox())
    await hands.click(bar().getByRole('button', { name: 'Select all 12 matching' }))
    expect(bar().getByRole('status').textContent).toBe('All 12 are selected')
    await hands.click(box(1))
    await hands.click(box(3))
    expect(bar().getByRole('status').textContent).toBe('All 12 are selected, 2 left out')
    await hands.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Course 06')
    await waitFor(() => expect(ticked()).toBe(5))
    expect(bar().getByRole('status').textContent).toBe('All 12 are selected, 2 left out')
  })

  test('survives paging and sorting, is not in the address, and is cleared with a notice by a filter', async () => {
    const hands = await openCourses()
    await hands.click(box(1))
    await hands.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Course 06')
    await hands.click(box(7))
    await hands.click(screen.getByRole('button', { name: 'Previous' }))
    await screen.findByText('Course 01')
    await hands.click(within(screen.getByRole('table')).getByRole('button', { name: 'Code' }))
    await waitFor(() => expect(window.location.search).toContain('sort=code'))
    expect(box(1).checked).toBe(true)
    expect(bar().getByRole('status').textContent).toBe('2 selected')
    expect(window.location.search).toBe('?pageNumber=1&pageSize=5&sort=code')
    window.history.pushState(null, '', '/admin/courses?pageNumber=1&pageSize=5&search=course')
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
    await screen.findByText('The selection of 2 rows was cleared: the list shows other rows now.')
    await waitFor(() => expect(ticked()).toBe(0))
  })

  test('has no checkboxes for a role without bulk actions', async () => {
    const periods = resourceNamed('academic-periods')
    const year = await site.make('academic-years', { name: '2026-2027', startsOn: '2026-10-01', endsOn: '2027-09-30' })
    const winter = { name: 'Winter session', kind: 'winter', startsOn: '2027-01-25', endsOn: '2027-02-14' }
    await site.make('academic-periods', { ...winter, academicYearId: year.id })
    await site.open(pagesOf(periods, 'student').list, { role: 'student' })
    await screen.findByRole('table')
    expect(screen.queryAllByRole('checkbox')).toEqual([])
  })
})

test('the reason why a row is skipped contains its numbers', async () => {
  await openCourses()
  expect(bulkText().issue({ code: 'credits.tooFew', params: { have: 52, need: 80 } })).toBe('52 credits earned; 80 are needed.')
})

test('on a phone each card has its checkbox, and one above the cards selects the page', async () => {
  const hands = await openCourses({ isNarrow: true, language: 'ro' })
  await hands.click(screen.getByRole('checkbox', { name: 'Selectați Course 02' }))
  await hands.click(screen.getByRole('checkbox', { name: 'Selectați toate de pe pagină' }))
  expect(within(screen.getByRole('region', { name: 'Selecție' })).getByRole('status').textContent).toBe('5 selectate')
})
