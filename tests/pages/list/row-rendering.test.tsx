import { clearSelections } from '@matricola/console/pages/bulk/selection.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setUpConsoleApp } from '../support/console-app.tsx'

/**
 * Names of the rows rendered since the array was last emptied. Every row renders one action menu.
 */
const renderedRows = vi.hoisted((): string[] => [])
vi.mock(import('@matricola/console/pages/list/row-actions.tsx'), async (original) => {
  const actual = await original()
  const RowActions: typeof actual.RowActions = (props) => {
    renderedRows.push(String(props.record.name))
    return actual.RowActions(props)
  }
  return { ...actual, RowActions }
})

const site = setUpConsoleApp(async (make) => {
  const { id: departmentProfileId } = await make('departments', { name: 'Informatică' })
  const programme = {
    name: 'Calculatoare',
    code: 'CAL',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const { id: specializationId } = await make('specializations', programme)
  for (const number of [1, 2, 3])
    await make('courses', {
      name: `Course ${number}`,
      code: `C-${number}`,
      specializationId,
      year: 1,
      semester: 1,
      credits: 5,
    })
})

beforeEach(clearSelections)

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Course/ })

test.each([
  { shape: 'a table', visit: { isNarrow: false } },
  { shape: 'the cards of a phone', visit: { isNarrow: true } },
])(
  'a row with an unchanged record is not rendered again when other rows are selected, in $shape',
  async ({ visit }) => {
    const user = await site.open('/admin/courses', visit)
    await screen.findByText('Course 1')
    expect(new Set(renderedRows)).toEqual(new Set(['Course 1', 'Course 2', 'Course 3']))
    renderedRows.length = 0
    const [first] = boxes()
    if (first) await user.click(first)
    expect(boxes().map(({ checked }) => checked)).toEqual([true, false, false])
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true])
    expect(renderedRows).toEqual([])
  },
)
