import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpointsOf, fillPath } from '#model/endpoints.ts'
import { resourceNamed } from '#resources/index.ts'
import { idOf, openConsole, pageOfRecords, queryOf, wireRecord } from '../support/console.tsx'
import { failure, on, success } from '../support/network.ts'

const calls = endpointsOf(resourceNamed('departments'))
const names = ['Chimie', 'Drept', 'Fizică', 'Istorie', 'Litere', 'Muzică', 'Sport']
const records = names.map((name, index) => wireRecord(index + 1, name, { name, isActive: true }, ['update']))
const list = 'pageNumber=1&pageSize=5&filters%5BisActive%5D=true'
const address = (number: number, page = '') => `/admin/departments/${idOf(number)}${page}?list=${encodeURIComponent(list)}`

/** Opens a page of the departments, of which there are seven in the list. */
async function open(at: string) {
  on(calls.list, (request) => {
    const params = new URL(request.url).searchParams
    const first = (Number(params.get('pageNumber')) - 1) * Number(params.get('pageSize'))
    return success(pageOfRecords(request, records.slice(first), records.length))
  })
  on(endpointsOf(resourceNamed('professors')).list, (request) => success(pageOfRecords(request, [])))
  on(endpointsOf(resourceNamed('specializations')).list, (request) => success(pageOfRecords(request, [])))
  const asked = records.map((record, index) => {
    on({ method: 'GET', path: fillPath(calls.single.path, { id: record.id }) }, () => success(record))
    return on({ method: 'GET', path: fillPath(calls.neighbours.path, { id: record.id }) }, () =>
      success({ position: index + 1, total: 7, previous: records[index - 1]?.id ?? null, next: records[index + 1]?.id ?? null }),
    )
  })
  const opened = await openConsole(at)
  return { ...opened, asked }
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const way = async () => within(await screen.findByRole('navigation', { name: 'Previous and next record' }))

test('a record says where it stands in the list that led to it, and J and K lead on and back', async () => {
  const { hands, asked } = await open(address(2))
  await title('Drept')
  expect((await way()).getByText('2 of 7')).toBeTruthy()
  expect(queryOf(asked[1]?.seen[0])).toBe('?filters[isActive]=true&sort=name')
  await hands.keyboard('j')
  await title('Fizică')
  expect(window.location.pathname + window.location.search).toBe(address(3))
  await screen.findByText('3 of 7')
  await hands.keyboard('k')
  await title('Drept')
  await screen.findByText('2 of 7')
  await hands.keyboard('k')
  await title('Chimie')
  await screen.findByText('1 of 7')
  expect((await way()).getByRole<HTMLButtonElement>('button', { name: 'Previous record of the list' }).disabled).toBe(true)
})

test('the way back leads to the page of the list on which the record stands, and to its row', async () => {
  const { hands } = await open(address(6))
  await screen.findByText('6 of 7')
  await hands.keyboard('u')
  await screen.findByRole('table')
  expect(window.location.search).toBe('?pageNumber=2&pageSize=5&filters%5BisActive%5D=true')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Muzică'))
})

test('editing keeps the list, and has its neighbours too', async () => {
  const { hands } = await open(address(2))
  await screen.findByText('2 of 7')
  await hands.keyboard('e')
  await title('Edit: Drept')
  expect(window.location.pathname + window.location.search).toBe(address(2, '/edit'))
  expect((await way()).getByRole('link', { name: 'Next record of the list' }).getAttribute('href')).toBe(address(3, '/edit'))
  await hands.click(screen.getByRole('button', { name: 'Cancel' }))
  await title('Drept')
  expect(window.location.pathname + window.location.search).toBe(address(2))
})

test('a record that stands alone, or no longer in the list, has no neighbours and says nothing', async () => {
  await open(`/admin/departments/${idOf(2)}`)
  await title('Drept')
  expect(screen.queryByRole('navigation', { name: 'Previous and next record' })).toBeNull()
  on({ method: 'GET', path: fillPath(calls.neighbours.path, { id: idOf(4) }) }, () =>
    failure(404, 'record.missing', 'This record does not exist.'),
  )
  window.history.pushState(null, '', address(4))
  window.dispatchEvent(new PopStateEvent('popstate'))
  await title('Istorie')
  expect(screen.queryByRole('navigation', { name: 'Previous and next record' })).toBeNull()
})
