import * as viewCalls from '@matricola/schema/calls/saved-views.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { libraryRegistry, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import {
  delayFirstResponse,
  failureResponse,
  handle,
  queryString,
  recordRequests,
} from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

const branches = endpointsOf(libraryRegistry.get('branches'))
const views = endpointsOf(libraryRegistry.get('saved-views'))

const site = setUpConsoleApp(async (make) => {
  for (const name of ['Chimie', 'Drept']) await make('branches', { name })
})
/** Saves a view of the branches as a user of the role, and returns its id. */
async function keep(name: string, fields: object, role: Role = 'admin'): Promise<string> {
  const { method, path } = views.create
  return (
    await site.api.call<WireRecord>(site.as(role), method, path, {
      list: 'branches',
      name,
      ...fields,
    })
  ).data.id
}
const stored = async (id: string) =>
  (await site.api.call<WireRecord>(site.as('admin'), 'GET', fillPath(views.single.path, { id })))
    .data

/** Brings the number of branches to 1,284. */
const saveManyViews = () =>
  site.api.context.database.query(
    `insert into branches select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
       'name', 'Dep ' || n, 'name_key', 'dep ' || n, 'is_active', n > 3))).*
     from branches d, generate_series(3, 1284) n where d.name = 'Chimie'`,
  )
/** Creates `all` books, of which `poems` are poetry. */
async function createBooks(all: number, poems: number): Promise<void> {
  for (let number = 1; number <= all; number++)
    await site.create('books', {
      title: `Book ${number}`,
      isbn: `97897312345${String(number).padStart(2, '0')}`,
      genre: number > poems ? 'novel' : 'poetry',
    })
}

/** Opens the list of two branches. */
async function openBranches(
  address = '/admin/branches',
  visit: Parameters<typeof site.open>[1] = {},
) {
  const watchedView = {
    list: recordRequests(branches.list),
    counts: recordRequests(viewCalls.getViewCounts),
    created: recordRequests(views.create),
    changed: recordRequests(views.update),
  }
  const user = await site.open(address, visit)
  await screen.findByRole('table')
  return { user, ...watchedView }
}
const tabs = async () =>
  within(await screen.findByRole('navigation', { name: 'Views' })).getAllByRole('link')
const current = async () =>
  (await tabs()).find((tab) => tab.getAttribute('aria-current') === 'page')?.textContent
const bodyOf = async (request: Request | undefined) => (await request?.json()) as object

describe('a list with saved views', () => {
  test('shows them as tabs with their record counts, requested in one call', async () => {
    await saveManyViews()
    await keep('Active', { address: 'filters%5BisActive%5D=true' }, 'librarian')
    await keep('Drept', { address: 'search=Drept', isShared: true })
    const { counts } = await openBranches('/librarian/branches', { role: 'librarian' })
    await screen.findByText('1,284')
    expect((await tabs()).map((tab) => tab.textContent)).toEqual([
      'All 1,284',
      'Active 1,283',
      'Drept (for everyone) 1',
    ])
    expect(counts.requests.map(queryString)).toEqual(['?list=branches'])
    expect(await current()).toBe('All 1,284')
  })

  test('shows the tabs even if counting failed', async () => {
    await keep('Active', {})
    handle(viewCalls.getViewCounts, () =>
      failureResponse(500, 'server.failed', 'Unexpected Application Error!'),
    )
    await site.open('/admin/branches')
    expect((await tabs()).map((tab) => tab.textContent)).toEqual(['All', 'Active'])
  })

  test('shows the records of a view, in its columns, at an address that can be shared', async () => {
    const id = await keep('Active', {
      address: 'pageSize=10&filters%5BisActive%5D=true&sort=-name',
      columns: 'name,phone',
    })
    const { user, list } = await openBranches()
    await user.click((await tabs())[1] as HTMLElement)
    await waitFor(() =>
      expect(queryString(list.requests.at(-1))).toBe(
        '?pageNumber=1&pageSize=10&filters[isActive]=true&sort=-name',
      ),
    )
    expect(window.location.search).toBe(
      `?pageNumber=1&pageSize=10&filters%5BisActive%5D=true&sort=-name&saved=${id}`,
    )
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
      expect.arrayContaining(['Name', 'Phone']),
    )
    expect(screen.queryByRole('columnheader', { name: /Budget/ })).toBeNull()
    expect(await current()).toContain('Active')
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    await user.click((await tabs())[0] as HTMLElement)
    await waitFor(() =>
      expect(queryString(list.requests.at(-1))).toBe('?pageNumber=1&pageSize=10&sort=name'),
    )
    expect(screen.getByRole('columnheader', { name: /Budget/ })).toBeTruthy()
  })

  test('shows the query of a shared address that names an unknown view', async () => {
    const { list } = await openBranches(
      `/admin/branches?filters%5BisActive%5D=true&saved=0199a000-0000-7000-8000-000000000099`,
    )
    expect(queryString(list.requests.at(-1))).toContain('filters[isActive]=true')
    expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()
  })

  test('lists declared views first, without the filters of another', async () => {
    await createBooks(9, 4)
    await site.open('/admin/books?view=poems&filters%5Bauthor%5D=Dej')
    await screen.findByText('9')
    expect(await current()).toMatch(/ 4$/)
    for (const tab of await tabs()) expect(tab.getAttribute('href')).not.toContain('Dej')
  })
})

describe('saving a view', () => {
  test('is offered only when the list differs from the current view', async () => {
    const { user } = await openBranches()
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Budget/ }))
    expect(await screen.findByRole('button', { name: 'Save view' })).toBeTruthy()
  })

  test('prompts for a name and keeps filters, order, page size and columns; the list then shows the view', async () => {
    const { user, created } = await openBranches(
      '/admin/branches?pageNumber=1&pageSize=10&filters%5BisActive%5D=true&sort=-budget',
    )
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const panel = screen.getByRole('group', { name: 'Save view' })
    await user.click(await within(panel).findByRole('button', { name: 'Save view' }))
    expect(within(panel).getByRole('alert').textContent).toBe('Fill in this field.')
    await user.type(
      within(panel).getByRole('textbox', { name: 'View name' }),
      ' Active, după buget {Enter}',
    )
    await waitFor(() => expect(created.requests.length).toBe(1))
    expect(await bodyOf(created.requests[0])).toEqual({
      list: 'branches',
      name: 'Active, după buget',
      address: 'pageSize=10&filters%5BisActive%5D=true&sort=-budget',
      columns: 'name,managerId,budget,floorArea,phone,isActive',
      isShared: false,
    })
    await waitFor(async () => expect(await current()).toContain('Active, după buget'))
    expect(await screen.findByText('View saved.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  })

  test('opens the new view even if an older response about the views arrives late', async () => {
    const { release } = delayFirstResponse(views.list)
    const { user, created } = await openBranches('/admin/branches?sort=-budget')
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await user.type(screen.getByRole('textbox', { name: 'View name' }), 'După buget{Enter}')
    await waitFor(async () =>
      expect(
        await site.api.context.database.query(
          "select 1 from saved_views where name = 'După buget'",
        ),
      ).toHaveLength(1),
    )
    await expect.poll(() => created.requests.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    release()
    await waitFor(async () => expect(await current()).toContain('După buget'))
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  })

  test('for everyone is offered only to administrators', async () => {
    const { user, created } = await openBranches('/admin/branches?sort=-name')
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await user.type(screen.getByRole('textbox', { name: 'View name' }), 'Invers')
    await user.click(screen.getByRole('radio', { name: 'Everyone' }))
    await user.click(
      within(screen.getByRole('group', { name: 'Save view' })).getByRole('button', {
        name: 'Save view',
      }),
    )
    await waitFor(async () =>
      expect(await bodyOf(created.requests[0])).toMatchObject({ isShared: true }),
    )
  })

  test('prompts a librarian only for the name', async () => {
    const { user, created } = await openBranches('/librarian/branches?sort=-name', {
      role: 'librarian',
    })
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    expect(screen.queryByRole('radio')).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'View name' }), 'Invers{Enter}')
    await waitFor(async () =>
      expect(await bodyOf(created.requests[0])).not.toHaveProperty('isShared'),
    )
  })

  test('does not clear the entered name if the server refuses it, and shows the reason next to it', async () => {
    const { user } = await openBranches('/admin/branches?sort=-name')
    for (let number = 1; number <= 30; number++) await keep(`View ${number}`, {})
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const box = screen.getByRole('textbox', { name: 'View name' })
    await user.type(box, 'Invers{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Delete one that you no longer need',
    )
    expect(box).toHaveProperty('value', 'Invers')
  })

  test('is retried with the same key after a lost response, so that it creates only one view', async () => {
    const { user } = await openBranches('/admin/branches?sort=-name')
    const { requests } = handle(views.create, () => Response.error())
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const box = screen.getByRole('textbox', { name: 'View name' })
    await user.type(box, 'Invers{Enter}')
    await screen.findByRole('alert')
    await user.type(box, '{Enter}')
    await waitFor(() => expect(requests.length).toBe(2))
    const [first, second] = requests.map((request) => request.headers.get('idempotency-key'))
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
  })
})

describe('a user’s own view', () => {
  const mine = { address: 'filters%5BisActive%5D=true', columns: 'name,budget' }
  const addressOf = (id: string) => `/admin/branches?filters%5BisActive%5D=true&saved=${id}`

  test('can be updated to the current list', async () => {
    const id = await keep('Active', mine)
    const { user, changed } = await openBranches(addressOf(id))
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Phone' }))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('columnheader', { name: 'Phone' })).toBeTruthy()
    expect(Object.keys(localStorage).some((key) => key.endsWith('.branches'))).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await user.click(screen.getByRole('button', { name: 'Update “Active”' }))
    await waitFor(() => expect(changed.requests.length).toBe(1))
    expect(await bodyOf(changed.requests[0])).toMatchObject({
      id,
      version: 1,
      columns: 'name,budget,phone',
    })
    await waitFor(async () => expect((await stored(id)).columns).toBe('name,budget,phone'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull())
  })

  test('can be renamed, and removed with an undo', async () => {
    const id = await keep('Active', mine)
    const { user, changed } = await openBranches(addressOf(id))
    const open = async (name: string) => {
      await user.click(
        await screen.findByRole('button', { name: `Options for the view “${name}”` }),
      )
      return within(screen.getByRole('group', { name: `Options for the view “${name}”` }))
    }
    const renaming = await open('Active')
    await user.clear(renaming.getByRole('textbox', { name: 'View name' }))
    await user.type(renaming.getByRole('textbox', { name: 'View name' }), 'În uz{Enter}')
    await waitFor(async () => expect(await current()).toContain('În uz'))
    await user.click((await open('În uz')).getByRole('button', { name: 'Remove view' }))
    await screen.findByText('The view “În uz” was removed.')
    expect(window.location.search).not.toContain('saved')
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      expect(await bodyOf(changed.requests.at(-1))).toMatchObject({ id, isActive: true }),
    )
    await waitFor(async () =>
      expect((await tabs()).map((tab) => tab.textContent)).toEqual(['All 2', 'În uz 2']),
    )
  })

  test('cannot be changed by another user', async () => {
    const id = await keep('Active', { ...mine, isShared: true })
    const { user } = await openBranches(addressOf(id).replace('admin', 'librarian'), {
      role: 'librarian',
    })
    await screen.findByRole('navigation', { name: 'Views' })
    expect(screen.queryByRole('button', { name: /^Options of the view/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Budget/ }))
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    expect(screen.queryByRole('button', { name: /^Update/ })).toBeNull()
  })
})

test('the arrow keys move from tab to tab', async () => {
  await keep('Active', {})
  await keep('Mari', {})
  const { user } = await openBranches()
  const [all, active, large] = await tabs()
  all?.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(active)
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(large)
})
