import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { libraryRegistry, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import {
  delayRequests,
  failureResponse,
  handle,
  queryString,
  recordRequests,
} from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

const volumes = endpointsOf(libraryRegistry.get('volumes'))
const site = setUpConsoleApp(async (make, api) => {
  const { id: bookId } = await make('books', { title: 'Matematică', isbn: '9789731234567' })
  const volume = { bookId, part: 1, floor: 2, copies: 5 }
  await make('volumes', { ...volume, name: 'Logică', code: 'L-1', binding: 'spiral' })
  for (const number of [1, 2, 3, 4, 5, 6])
    await make('volumes', {
      ...volume,
      name: 'Algebră',
      code: `O-${number}`,
      binding: 'paperback',
      floor: number > 2 ? 2 : 1,
    })
  await make('volumes', { ...volume, name: 'Algebră', code: 'A-1', binding: 'hardcover' })
  await api.context.database.query(
    `insert into volumes select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'code', 'A-' || n, 'code_key', 'a-' || n))).*
     from volumes v, generate_series(2, 1284) n where v.code = 'A-1'`,
  )
})

async function openVolumes(address = '/admin/volumes') {
  const user = await site.open(address)
  await screen.findByRole('table')
  return user
}
const getOptionTexts = (name: string) =>
  within(screen.getByRole('combobox', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent)

test('filters next to the search box show the number of records for each value under the current filters', async () => {
  const requests = recordRequests(volumes.facets)
  await openVolumes('/admin/volumes?pageNumber=2&pageSize=10&search=al&sort=-name')
  await waitFor(() =>
    expect(getOptionTexts('Binding')).toEqual([
      'Binding',
      'Binding: Hardcover (1,284)',
      'Binding: Paperback (6)',
      'Binding: Spiral (0)',
    ]),
  )
  expect(getOptionTexts('Part')[1]).toBe('Part: 1 (1,290)')
  expect(requests.requests.map(queryString)).toEqual(['?search=al'])
})

test('counts in a condition are shown next to the values', async () => {
  const user = await openVolumes()
  await waitFor(() => expect(getOptionTexts('Binding')[1]).toContain('1,284'))
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(
    within(screen.getByRole('group', { name: 'Add a condition' })).getByRole('button', {
      name: 'Binding',
    }),
  )
  expect(
    within(screen.getByRole('group', { name: 'Condition on Binding' }))
      .getAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent),
  ).toEqual(['Hardcover 1,284', 'Paperback 6', 'Spiral 1'])
})

test('counts of the previous query are dimmed until the new ones arrive', async () => {
  const user = await openVolumes()
  await waitFor(() => expect(getOptionTexts('Binding')[2]).toContain('(6)'))
  const delayed = delayRequests(volumes.facets)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Floor' }), '1')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Binding' }).dataset.stale).toBe('true'),
  )
  expect(getOptionTexts('Binding')[2]).toContain('(6)')
  delayed.release()
  await waitFor(() => expect(getOptionTexts('Binding')[2]).toContain('(2)'))
  expect(screen.getByRole('combobox', { name: 'Binding' }).dataset.stale).toBe('false')
})

test('filters work even if counting fails', async () => {
  handle(volumes.facets, () =>
    failureResponse(500, 'server.failed', 'Unexpected Application Error!'),
  )
  await openVolumes()
  expect(getOptionTexts('Binding')).toEqual([
    'Binding',
    'Binding: Hardcover',
    'Binding: Paperback',
    'Binding: Spiral',
  ])
  expect(document.querySelector('.toast')).toBeNull()
})
