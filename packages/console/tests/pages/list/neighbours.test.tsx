import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import { libraryRegistry, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { queryString, recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

const calls = endpointsOf(libraryRegistry.get('branches'))
const names = ['Chimie', 'Drept', 'Fizică', 'Istorie', 'Litere', 'Muzică', 'Sport']
const site = setUpConsoleApp(async (make) => {
  const createdIds: string[] = []
  for (const name of names) createdIds.push((await make('branches', { name })).id)
  return createdIds
})
const idOf = (number: number) => site.records[number - 1] ?? ''
const list = 'pageNumber=1&pageSize=5&filters%5BisActive%5D=true'
const address = (number: number, page = '') =>
  `/admin/branches/${idOf(number)}${page}?list=${encodeURIComponent(list)}`
const getNeighboursEndpoint = (number: number) =>
  ({ method: 'GET', path: fillPath(calls.neighbours.path, { id: idOf(number) }) }) as const
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const neighbourNavigation = async () =>
  within(await screen.findByRole('navigation', { name: 'Previous and next record' }))

test('a record shows its position in the list it was opened from, and J and K open the next and previous one', async () => {
  const requests = recordRequests(getNeighboursEndpoint(2))
  const user = await site.open(address(2))
  await title('Drept')
  expect((await neighbourNavigation()).getByText('2 of 7')).toBeTruthy()
  expect(queryString(requests.requests[0])).toBe('?filters[isActive]=true&sort=name')
  await user.keyboard('j')
  await title('Fizică')
  expect(window.location.pathname + window.location.search).toBe(address(3))
  await screen.findByText('3 of 7')
  await user.keyboard('k')
  await title('Drept')
  await screen.findByText('2 of 7')
  await user.keyboard('k')
  await title('Chimie')
  await screen.findByText('1 of 7')
  expect(
    (await neighbourNavigation()).getByRole<HTMLButtonElement>('button', {
      name: 'Previous record in the list',
    }).disabled,
  ).toBe(true)
})

test('the back link goes to the list page that holds the record, and to its row', async () => {
  const user = await site.open(address(6))
  await screen.findByText('6 of 7')
  await user.keyboard('u')
  await screen.findByRole('table')
  expect(window.location.search).toBe('?pageNumber=2&pageSize=5&filters%5BisActive%5D=true')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Muzică'))
})

test('the edit page has the same neighbours, and cancelling returns to the record in its list', async () => {
  const user = await site.open(address(2))
  await screen.findByText('2 of 7')
  await user.keyboard('e')
  await title('Edit: Drept')
  expect(window.location.pathname + window.location.search).toBe(address(2, '/edit'))
  expect(
    (await neighbourNavigation())
      .getByRole('link', { name: 'Next record in the list' })
      .getAttribute('href'),
  ).toBe(address(3, '/edit'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await title('Drept')
  expect(window.location.pathname + window.location.search).toBe(address(2))
})

test('a record without a list, or no longer in it, has no neighbours and shows no position', async () => {
  await site.open(`/admin/branches/${idOf(2)}`)
  await title('Drept')
  expect(screen.queryByRole('navigation', { name: 'Previous and next record' })).toBeNull()
  await site.api.context.database.query('update branches set is_active = false where id = $1', [
    idOf(4),
  ])
  const requests = recordRequests(getNeighboursEndpoint(4))
  window.history.pushState(null, '', address(4))
  window.dispatchEvent(new PopStateEvent('popstate'))
  await title('Istorie')
  await waitFor(() => expect(requests.requests).toHaveLength(1))
  expect(screen.queryByRole('navigation', { name: 'Previous and next record' })).toBeNull()
})
