/** @vitest-environment jsdom */
/** Tests links in forms, on pages and in filters, from both sides. */
// First, because it reloads all modules.
import '@matricola/testing/pages/setup.ts'
import { deriveTexts } from '@matricola/console/app/derived-texts.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import type { StudyApp } from '#tests/support/study-app.ts'
import { setAddress } from '../pages/support/browser.ts'
import { openConsole, serverSide } from '../pages/support/console-app.tsx'

let site: StudyApp
beforeAll(async () => {
  site = await (await serverSide()).startStudyApp()
})
afterAll(() => site.close())
async function visit(address: string) {
  await setAddress(address)
  await deriveTexts(registry)
  return openConsole(address, { api: site, caller: site.admin })
}

const specimen = (code: string, links: readonly string[] = []) =>
  site.create('specimens/create', { code, links })

test('linked records are added and removed one by one, and announced on both sides', async () => {
  const [one, , three] = [await specimen('ONE'), await specimen('TWO'), await specimen('THREE')]
  const user = await visit('/admin/specimens/create')
  await user.type(await screen.findByLabelText(/^Code/), 'MADE')
  const links = screen.getByRole('combobox', { name: /^Links/ })
  for (const code of ['ONE', 'TWO', 'THREE']) {
    await user.click(links)
    await user.click(await screen.findByRole('option', { name: code }))
  }
  const chosen = within(screen.getByRole('list', { name: /^Links/ }))
  expect(chosen.getAllByRole('listitem')).toHaveLength(3)
  // A specimen can have at most three links.
  expect(links).toBeDisabled()
  await user.click(chosen.getByRole('button', { name: 'Remove TWO' }))
  expect(links).toBeEnabled()
  expect(chosen.getAllByRole('button').some((button) => button === document.activeElement)).toBe(
    true,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { level: 1, name: 'MADE' })
  expect(screen.getByRole('link', { name: 'ONE' })).toHaveAttribute(
    'href',
    `/admin/specimens/${one.id}`,
  )
  const { list } = (
    await site.call<Page<WireRecord>>(site.admin, 'GET', '/api/specimens?filters[code]=made')
  ).data
  expect(list[0]?.links).toEqual([one.id, three?.id].sort())
  await user.click(screen.getByRole('link', { name: 'ONE' }))
  await screen.findByRole('heading', { level: 1, name: 'ONE' })
  await user.click(await screen.findByRole('tab', { name: 'Linked from' }))
  expect(await screen.findByRole('link', { name: 'MADE' })).toBeVisible()
})

test('a list can be filtered to records that have all of several links, and shows this filter', async () => {
  const [x, y] = [await specimen('X'), await specimen('Y')]
  await specimen('BOTH', [x.id, y.id])
  await specimen('ALONE', [y.id])
  await visit(`/admin/specimens?filters[links]=${encodeURIComponent(`all:${x.id},${y.id}`)}`)
  expect(await screen.findByRole('link', { name: 'BOTH' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'ALONE' })).toBeNull()
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Applied filters' })).toHaveTextContent(
      /X and Y|Y and X/,
    ),
  )
})

test('the history of links shows which were added and which removed', async () => {
  const [before, is] = [await specimen('WAS'), await specimen('IS')]
  const { id, version } = await specimen('TOLD', [before.id])
  await site.call(site.admin, 'PATCH', '/api/specimens/update', { id, version, links: [is.id] })
  const user = await visit(`/admin/specimens/${id}`)
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  expect(await screen.findByText('Added: IS')).toBeVisible()
  expect(screen.getByText('Removed: WAS')).toBeVisible()
})

test('values computed from rows follow the input in them, before anything is saved', async () => {
  const { id } = await site.create('orders/create', {
    supplier: 'Typed',
    lines: [{ title: 'A', copies: 2 }, { title: 'B' }],
  })
  const user = await visit(`/admin/orders/${id}/edit`)
  const first = within(await screen.findByRole('group', { name: 'Order line 1: A' }))
  const computedText = (name: string) =>
    document.querySelector(`.field-value[id$="-${name}"]`)?.textContent
  expect([computedText('titles'), computedText('copies')]).toEqual(['2', '3'])
  const copies = first.getByLabelText(/^Copies/)
  await user.clear(copies)
  await user.type(copies, '40')
  await waitFor(() => expect(computedText('copies')).toBe('41'))
  await user.click(screen.getByRole('button', { name: 'Remove: Order line 2: B' }))
  expect([computedText('titles'), computedText('copies')]).toEqual(['1', '40'])
})
