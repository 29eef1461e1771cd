import { setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearSelections } from '../../../pages/bulk/selection.ts'

/**
 * Names of the rows rendered since the array was last emptied. Every row renders one action menu.
 */
const renderedRows = vi.hoisted((): string[] => [])
vi.mock(import('../../../pages/list/row-actions.tsx'), async (original) => {
  const actual = await original()
  const RowActions: typeof actual.RowActions = (props) => {
    renderedRows.push(String(props.record.title))
    return actual.RowActions(props)
  }
  return { ...actual, RowActions }
})

const site = setUpConsoleApp(async (make) => {
  for (const number of [1, 2, 3])
    await make('books', { title: `Book ${number}`, isbn: `978973123456${number}` })
})

beforeEach(clearSelections)

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Book/ })

test.each([
  { shape: 'a table', visit: { isNarrow: false } },
  { shape: 'the cards of a phone', visit: { isNarrow: true } },
])(
  'a row with an unchanged record is not rendered again when other rows are selected, in $shape',
  async ({ visit }) => {
    const user = await site.open('/admin/books', visit)
    await screen.findByText('Book 1')
    expect(new Set(renderedRows)).toEqual(new Set(['Book 1', 'Book 2', 'Book 3']))
    renderedRows.length = 0
    const [first] = boxes()
    if (first) await user.click(first)
    expect(boxes().map(({ checked }) => checked)).toEqual([true, false, false])
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true])
    expect(renderedRows).toEqual([])
  },
)
