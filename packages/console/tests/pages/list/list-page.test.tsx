import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { libraryRegistry, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import {
  delayRequests,
  delayTotal,
  failureResponse,
  handle,
  queryString,
  recordRequests,
} from '@matricola/testing/pages/network.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

const branches = endpointsOf(libraryRegistry.get('branches'))
const books = endpointsOf(libraryRegistry.get('books'))
const users = endpointsOf(libraryRegistry.get('users'))

const names = ['Chimie', 'Drept', 'Fizică', 'Informatică', 'Istorie', 'Litere', 'Matematică']
const site = setUpConsoleApp(async (make, api) => {
  const createdRecords: WireRecord[] = []
  for (const name of names)
    createdRecords.push(
      await make('branches', { name, budget: 1_250_000.5, floorArea: 2.5, phone: '+40264000000' }),
    )
  const path = fillPath(branches.action.path, {
    id: createdRecords[1]?.id ?? '',
    action: 'deactivate',
  })
  await api.call(site.as('admin'), 'POST', path)
  return createdRecords
})
const idOf = (name: string) => site.records[names.indexOf(name)]?.id ?? ''
const actOn = (name: string, action: string) =>
  ({ method: 'POST', path: fillPath(branches.action.path, { id: idOf(name), action }) }) as const
const stored = async (name: string) =>
  (
    await site.api.call<WireRecord>(
      site.as('admin'),
      'GET',
      fillPath(branches.single.path, { id: idOf(name) }),
    )
  ).data

/** Another user changes a branch. */
async function change(name: string, values: object) {
  const { id, version } = await stored(name)
  await site.api.call(site.as('librarian'), 'PATCH', branches.update.path, {
    id,
    version,
    ...values,
  })
}

/** Opens the list of seven branches. */
async function openBranches(
  address = '/admin/branches',
  visit: Parameters<typeof site.open>[1] = {},
) {
  const list = recordRequests(branches.list)
  const user = await site.open(address, visit)
  await screen.findByRole('table')
  return { user, list }
}
type PageUser = Awaited<ReturnType<typeof site.open>>
const rowNames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const lastQuery = (list: { requests: Request[] }) => queryString(list.requests.at(-1))

describe('paging', () => {
  test('starts at page 1 with 5 rows, in the call and in the URL (R-L02)', async () => {
    const { list } = await openBranches()
    expect(queryString(list.requests[0])).toBe('?pageNumber=1&pageSize=5&sort=name')
    expect(window.location.search).toBe('?pageNumber=1&pageSize=5')
    expect(rowNames()).toEqual(['Chimie', 'Drept', 'Fizică', 'Informatică', 'Istorie'])
    expect(screen.getByText('7 branches')).toBeTruthy()
    expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  })

  test('goes to the next page, back with the browser’s button, and to another page size, which is stored (R-L02)', async () => {
    const { user, list } = await openBranches()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Page 2 of 2')
    expect(lastQuery(list)).toBe('?pageNumber=2&pageSize=5&sort=name')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
    window.history.back()
    await screen.findByText('Page 1 of 2')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
    await waitFor(() => expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=25&sort=name'))
    // A single page needs no pagination.
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull())
    expect(window.location.search).toBe('?pageNumber=1&pageSize=25')
    expect(Object.entries(localStorage).join()).toContain('"pageSize":25')
  })

  test('opens the page that a shared URL names (R-L02)', async () => {
    const { list } = await openBranches(
      '/admin/branches?pageNumber=2&pageSize=2&sort=-name&search=i&filters%5BisActive%5D=true',
    )
    expect(queryString(list.requests[0])).toBe(
      '?pageNumber=2&pageSize=2&filters[isActive]=true&sort=-name&search=i',
    )
    expect(screen.getByText('Page 2 of 3')).toBeTruthy()
    expect(rowNames()).toEqual(['Istorie', 'Informatică'])
    expect(screen.getByRole('searchbox', { name: /^Search in/ })).toHaveProperty('value', 'i')
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    expect(screen.getByRole('combobox', { name: 'Active' })).toHaveProperty('value', 'true')
  })

  test('marks names in the university’s language if the page is in another language', async () => {
    await openBranches()
    expect(screen.getByText('Chimie').closest('[lang]')?.getAttribute('lang')).toBe('ro')
    expect(screen.getByRole('columnheader', { name: 'Name' }).closest('[lang]')).toBe(
      document.documentElement,
    )
  })

  test('announces the page and its order in a live region that already exists', async () => {
    const { user } = await openBranches()
    const announcer = document.querySelector('[data-announcer]')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(announcer?.textContent).toMatch(/^Page 2 of \d+$/))
    await user.click(
      within(screen.getByRole('table', { name: 'Branches' })).getByRole('button', {
        name: 'Name',
      }),
    )
    await waitFor(() => expect(announcer?.textContent).toBe('Sorted by Name, descending'))
    expect(document.querySelector('[data-announcer]')).toBe(announcer)
  })

  test('shows rows before a slow total, and the total once it arrives', async () => {
    const counting = delayTotal(branches.list)
    const { user } = await openBranches('/admin/branches?pageNumber=1&pageSize=5')
    expect(rowNames()).toHaveLength(5)
    expect(screen.getByText('Page 1')).toBeTruthy()
    expect(screen.queryByText(/branches$/)).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(screen.queryByRole('button', { name: 'Select all 7 matching rows' })).toBeNull()
    counting.release()
    expect(await screen.findByText('7 branches')).toBeTruthy()
    expect(screen.getByText('Page 1 of 2')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Select all 7 matching rows' })).toBeTruthy()
  })

  test('pages forward before the total arrives, and shows the last total of the same list until then', async () => {
    const counting = delayTotal(branches.list)
    const { user } = await openBranches('/admin/branches?pageNumber=1&pageSize=3')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(rowNames()).toEqual(['Informatică', 'Istorie', 'Litere']))
    expect(screen.getByText('Page 2')).toBeTruthy()
    counting.release()
    await screen.findByText('Page 2 of 3')
    const secondDelay = delayTotal(branches.list)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(rowNames()).toEqual(['Matematică']))
    expect(screen.getByText('7 branches')).toBeTruthy()
    secondDelay.release()
  })

  test('keeps the old rows, marked as busy, until the new ones arrive', async () => {
    const { user } = await openBranches()
    const next = delayRequests(branches.list)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
    expect(rowNames()).toContain('Chimie')
    next.release()
    await waitFor(() => expect(rowNames()).toEqual(['Litere', 'Matematică']))
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false')
  })
})

/** Opens the picker and chooses a field to filter by. Returns the panel of the condition. */
async function addCondition(
  user: PageUser,
  field: string,
  texts = { button: 'Filter', picker: 'Add a condition', panel: `Condition on ${field}` },
) {
  await user.click(await screen.findByRole('button', { name: texts.button }))
  await user.click(
    within(screen.getByRole('group', { name: texts.picker })).getAllByRole('button', {
      name: field,
    })[0] as HTMLElement,
  )
  return within(await screen.findByRole('group', { name: texts.panel }))
}
const inRomanian = (field: string) => ({
  button: 'Filtru',
  picker: 'Adăugați o condiție',
  panel: `Condiție pentru ${field}`,
})
const chip = (text: string | RegExp) => screen.findByRole('button', { name: text })

describe('filters', () => {
  test('are conditions on a field that the user searches for, trimmed, applied while typing, and ignored without a value (R-L03)', async () => {
    const { user, list } = await openBranches()
    await user.keyboard('l')
    await user.type(await screen.findByRole('searchbox', { name: 'Find a field' }), 'nam{Enter}')
    const condition = within(await screen.findByRole('group', { name: 'Condition on Name' }))
    expect(document.activeElement).toBe(condition.getByRole('textbox', { name: 'Name' }))
    await user.keyboard('  info  ')
    await waitFor(() =>
      expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=5&filters[name]=info&sort=name'),
    )
    expect(window.location.search).toBe('?pageNumber=1&pageSize=5&filters%5Bname%5D=info')
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('group', { name: 'Condition on Name' })).toBeNull()
    expect(document.activeElement).toBe(await chip('Name: contains “info”'))
    await user.click(await chip('Name: contains “info”'))
    await user.clear(screen.getByRole('textbox', { name: 'Name' }))
    await user.keyboard('   {Escape}')
    await waitFor(() => expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=5&sort=name'))
  })

  test('that were added and never filled in disappear, and focus returns to the Filter button', async () => {
    const { user, list } = await openBranches()
    const before = list.requests.length
    await addCondition(user, 'Budget')
    await user.keyboard('{Escape}')
    expect(document.querySelector('.chip')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }))
    expect(list.requests).toHaveLength(before)
  })

  test('accept numbers in the user’s format, and are shown, changed and removed as chips', async () => {
    const { user, list } = await openBranches('/admin/branches', { language: 'ro' })
    const condition = await addCondition(user, 'Buget', inRomanian('Buget'))
    await user.selectOptions(condition.getByRole('combobox'), 'de la')
    await user.type(condition.getByRole('textbox', { name: 'Buget' }), '1.250.000,5{Enter}')
    await waitFor(() => expect(lastQuery(list)).toContain('filters[budget]=1250000.5..'))
    await user.click(await chip('Buget: de la 1.250.000,5'))
    await user.selectOptions(
      within(screen.getByRole('group', { name: 'Condiție pentru Buget' })).getByRole('combobox'),
      'până la',
    )
    await waitFor(() => expect(lastQuery(list)).toContain('filters[budget]=..1250000.5'))
    await user.click(
      screen.getByRole('button', { name: 'Eliminați filtrul Buget: până la 1.250.000,5' }),
    )
    await waitFor(() => expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=5&sort=name'))
  })

  test('ask about an ambiguous number, and do not narrow the list until it is resolved', async () => {
    const { user, list } = await openBranches('/admin/branches', { language: 'ro' })
    const condition = await addCondition(user, 'Buget', inRomanian('Buget'))
    const budgetInput = condition.getByRole('textbox', { name: 'Buget' })
    await user.type(budgetInput, '1,500{Enter}')
    expect((await screen.findByText(/^Poate însemna 1\.?500 sau 1,5\./)).id).toBe(
      budgetInput.getAttribute('aria-describedby'),
    )
    expect(budgetInput.getAttribute('aria-invalid')).toBe('true')
    expect(list.requests.map(({ url }) => decodeURIComponent(url)).join()).not.toContain('filters[')
    await user.clear(budgetInput)
    await user.type(budgetInput, '1.500{Enter}')
    await waitFor(() => expect(lastQuery(list)).toContain('filters[budget]=1500'))
  })

  test('move the focus when one is removed: to the next filter, then to the Filter button', async () => {
    const { user } = await openBranches('/admin/branches?filters[budget]=1..&filters[name]=a')
    const removers = () => [...document.querySelectorAll<HTMLElement>('.chip-remove')]
    await waitFor(() => expect(removers()).toHaveLength(2))
    removers()[0]?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(removers()).toHaveLength(1))
    expect(document.activeElement).toBe(removers()[0])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(removers()).toHaveLength(0))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }))
  })

  test('show invalid input where it is typed, and read a day without a year as one of this year', async () => {
    const list = recordRequests(books.list)
    const user = await site.open('/admin/books')
    const condition = await addCondition(user, 'Acquired at')
    await user.selectOptions(condition.getByRole('combobox'), 'from')
    const from = condition.getByRole<HTMLInputElement>('textbox', { name: 'Acquired at' })
    const before = list.requests.length
    await user.type(from, '99.11{Enter}')
    expect([from.value, from.getAttribute('aria-invalid')]).toEqual(['99.11', 'true'])
    await user.click(condition.getByRole('button', { name: 'Done' }))
    expect(document.activeElement).toBe(from)
    expect(list.requests).toHaveLength(before)
    await user.clear(from)
    await user.type(from, '9.11{Enter}')
    await waitFor(() =>
      expect(lastQuery(list)).toContain(`filters[acquiredAt]=${new Date().getFullYear()}-11-09..`),
    )
  })

  test('describe days relative to today, so that a saved view stays correct, and accept any number of days', async () => {
    const list = recordRequests(books.list)
    const user = await site.open('/admin/books')
    const condition = await addCondition(user, 'Acquired at')
    expect(document.activeElement).toBe(
      condition.getByRole('combobox', { name: 'Comparison for Acquired at' }),
    )
    await user.selectOptions(condition.getByRole('combobox'), 'last 7 days')
    await waitFor(() => expect(lastQuery(list)).toContain('filters[acquiredAt]=last-7-days'))
    await chip('Acquired at: last 7 days')
    await user.selectOptions(condition.getByRole('combobox'), 'last … days')
    await user.type(condition.getByRole('textbox', { name: 'Number of days' }), '45')
    await waitFor(() => expect(lastQuery(list)).toContain('filters[acquiredAt]=last-45-days'))
    await chip('Acquired at: last 45 days')
  })

  test('offer records that the role may name but not read, by their titles', async () => {
    const list = recordRequests(branches.list)
    const account = {
      name: 'Mădălina Țurcanu',
      username: 'madalina',
      email: 'madalina@univ.ro',
      role: 'librarian',
    }
    const { id } = await site.create('users', account)
    const names = recordRequests(users.names)
    const user = await site.open('/librarian/branches', { role: 'librarian' })
    const manager = await addCondition(user, 'Manager')
    await user.click(await manager.findByRole('checkbox', { name: 'Mădălina Țurcanu' }))
    await waitFor(() => expect(lastQuery(list)).toContain(`filters[managerId]=${id}`))
    await chip('Manager: Mădălina Țurcanu')
    expect(names.requests.map(queryString)).toEqual([
      '?pageNumber=1&pageSize=50',
      `?pageNumber=1&pageSize=100&only=${id}`,
    ])
    await user.selectOptions(manager.getByRole('combobox'), 'is not')
    await waitFor(() => expect(lastQuery(list)).toContain(`filters[managerId]=!${id}`))
    await chip('Manager: not Mădălina Țurcanu')
  })

  test('that are invalid in a URL do not narrow the list; the page shows why, and offers to fix or remove them', async () => {
    await site.create('books', { title: 'Ion', isbn: '9789731234567' })
    const list = recordRequests(books.list)
    const facets = recordRequests(books.facets)
    const user = await site.open('/admin/books?filters[acquiredAt]=9.11&filters[genre]=novel')
    await screen.findByRole('rowheader', { name: /Ion/ })
    expect(list.requests.map(queryString)).toEqual([
      expect.stringContaining('&filters[genre]=novel&'),
    ])
    expect(queryString(list.requests[0])).not.toContain('acquiredAt]')
    await waitFor(() => expect(facets.requests.map(queryString)).toEqual(['?filters[genre]=novel']))
    expect(document.querySelector('.toast')).toBeNull()
    expect(
      screen.getByText(
        /^The filter “Acquired at: 9.11” is not applied. Write the date as 2026-03-15.$/,
      ),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const condition = within(screen.getByRole('group', { name: 'Condition on Acquired at' }))
    expect(
      condition.getByRole('textbox', { name: 'Acquired at' }).getAttribute('aria-invalid'),
    ).toBe('true')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Remove filter' }))
    await waitFor(() => expect(window.location.search).not.toContain('acquiredAt'))
    expect(window.location.search).toContain('genre')
    expect(screen.queryByRole('button', { name: 'Remove filter' })).toBeNull()
  })

  test('keep invalid input where it was typed, whatever is typed next to it', async () => {
    const list = recordRequests(books.list)
    const user = await site.open('/admin/books')
    const condition = await addCondition(user, 'Acquired at')
    await user.selectOptions(condition.getByRole('combobox'), 'between')
    await user.type(condition.getByRole('textbox', { name: 'Acquired at, from' }), '99.11')
    await user.type(condition.getByRole('textbox', { name: 'Acquired at, to' }), '20.11.2026')
    await waitFor(() => expect(lastQuery(list)).toContain('filters[acquiredAt]=..2026-11-20'))
    const from = condition.getByRole<HTMLInputElement>('textbox', { name: 'Acquired at, from' })
    expect([from.value, from.getAttribute('aria-invalid')]).toEqual(['99.11', 'true'])
  })

  test('next to the search box apply immediately, go to the first page, and are announced once', async () => {
    const { user, list } = await openBranches('/admin/branches?pageNumber=2&pageSize=5')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Active' }), 'false')
    await waitFor(() =>
      expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=5&filters[isActive]=false&sort=name'),
    )
    expect(document.querySelector('.chip')).toBeNull()
    expect(screen.getByRole('button', { name: 'Filter' }).textContent).toBe('Filter')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Active' }), '')
    await waitFor(() => expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=5&sort=name'))
  })

  test('can all be removed at once', async () => {
    const { user, list } = await openBranches(
      '/admin/branches?filters[name]=i&filters[isActive]=true&search=t',
    )
    await user.click(await screen.findByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=5&sort=name'))
  })

  test('offer every value of a choice, and send several as "any of"', async () => {
    const list = recordRequests(books.list)
    const user = await site.open('/admin/books')
    const genre = await addCondition(user, 'Genre')
    const boxes = genre.getAllByRole('checkbox')
    expect(boxes.length).toBe(3)
    for (const box of boxes.slice(0, 2)) await user.click(box)
    await waitFor(() => expect(lastQuery(list)).toContain('filters[genre]=novel,poetry'))
    await chip('Genre: Novel or Poetry')
  })
})

test('search waits for a pause in typing, and then sends one request', async () => {
  const { list } = await openBranches()
  const before = list.requests.length
  const box = screen.getByRole('searchbox', { name: /^Search in/ })
  // Typed in one step, because a slow machine would add pauses between the keys.
  for (const value of ['m', 'ma', 'mat', 'mate']) fireEvent.change(box, { target: { value } })
  await waitFor(() =>
    expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=5&sort=name&search=mate'),
  )
  expect(list.requests.length).toBe(before + 1)
})

describe('an empty list', () => {
  test('says so and links to creating the first record (R-L08)', async () => {
    await site.api.context.database.query('delete from branches')
    await site.open('/admin/branches')
    expect(await screen.findByText('No items found')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'New branch' }).getAttribute('href')).toBe(
      '/admin/branches/create',
    )
    expect(screen.getByText('0 branches')).toBeTruthy()
  })

  test('offers to clear its filters if those exclude every record (R-L08)', async () => {
    const list = recordRequests(branches.list)
    const user = await site.open('/admin/branches?pageNumber=1&pageSize=5&search=zzz')
    expect(await screen.findByText('No items found')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=5&sort=name')
  })
})

describe('a failing list', () => {
  test('offers to remove outdated parts of its URL one by one, and keeps the others', async () => {
    const list = recordRequests(branches.list)
    const user = await site.open(
      '/admin/branches?pageNumber=2&pageSize=5&filters[hall]=A&filters[isActive]=true&sort=hall',
    )
    await user.click(
      await screen.findByRole('button', { name: 'Ignore the filter and show the list' }),
    )
    // Once the filter is removed, the server refuses the order.
    await user.click(
      await screen.findByRole('button', { name: 'Ignore the filter and show the list' }),
    )
    await screen.findByRole('table')
    expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=5&filters[isActive]=true&sort=name')
  })

  test('becomes empty, shows the reason in a toast and in the list, and offers to retry (R-L01)', async () => {
    const { user } = await openBranches()
    let isClosed = true
    handle(branches.list, () =>
      isClosed ? failureResponse(500, 'server.failed', 'The archive is closed.') : undefined,
    )
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect((await screen.findAllByText('The archive is closed.')).length).toBe(2)
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByText('Error reference: test')).toBeTruthy()
    expect(document.querySelector('.toast-error')?.textContent).toContain('The archive is closed.')
    isClosed = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })
})

describe('sorting', () => {
  test('cycles through ascending, descending and the default order, and is exposed on the heading', async () => {
    const { user, list } = await openBranches()
    const heading = () => screen.getByRole('columnheader', { name: /^Budget/ })
    const click = () => user.click(within(heading()).getByRole('button'))
    expect(heading().getAttribute('aria-sort')).toBeNull()
    await click()
    await waitFor(() => expect(lastQuery(list)).toContain('sort=budget'))
    expect(heading().getAttribute('aria-sort')).toBe('ascending')
    await click()
    await waitFor(() => expect(lastQuery(list)).toContain('sort=-budget'))
    expect(heading().getAttribute('aria-sort')).toBe('descending')
    await click()
    await waitFor(() => expect(lastQuery(list)).toContain('sort=name'))
  })

  test('with Shift adds a column to the current sort columns', async () => {
    const { user, list } = await openBranches()
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('button', { name: /^Budget/ }))
    await user.keyboard('{/Shift}')
    await waitFor(() => expect(lastQuery(list)).toContain('sort=name,budget'))
  })
})

describe('a row', () => {
  test('links to its record by its name, and offers its permitted actions', async () => {
    const { user } = await openBranches()
    const list = '?list=pageNumber%3D1%26pageSize%3D5'
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    await waitFor(() => expect(hrefOf('Chimie')).toBe(`/admin/branches/${idOf('Chimie')}${list}`))
    expect(hrefOf('Edit Chimie')).toBe(`/admin/branches/${idOf('Chimie')}/edit${list}`)
    const run = recordRequests(actOn('Drept', 'activate'))
    await user.click(screen.getByRole('button', { name: 'More actions for Drept' }))
    await user.click(screen.getByRole('button', { name: 'Activate' }))
    expect(await screen.findByText('Branch updated successfully.')).toBeTruthy()
    expect(await run.requests[0]?.json()).toEqual({ version: 2 })
    expect((await stored('Drept')).isActive).toBe(true)
  })

  test('asks for confirmation before an action that affects other records', async () => {
    const { user } = await openBranches()
    const run = recordRequests(actOn('Chimie', 'deactivate'))
    await user.click(screen.getByRole('button', { name: 'More actions for Chimie' }))
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    const question = screen.getByRole('dialog', { name: 'Deactivate: Chimie?' })
    expect(run.requests.length).toBe(0)
    await user.click(within(question).getByRole('button', { name: 'Deactivate' }))
    await waitFor(async () => expect((await stored('Chimie')).isActive).toBe(false))
    expect(run.requests.length).toBe(1)
  })

  test('shows a concurrent change by another user, and runs the action only when it is confirmed', async () => {
    const { user } = await openBranches()
    await change('Chimie', { name: 'Chimie aplicată' })
    await user.click(screen.getByRole('button', { name: 'More actions for Chimie' }))
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    await user.click(
      within(screen.getByRole('dialog', { name: 'Deactivate: Chimie?' })).getByRole('button', {
        name: 'Deactivate',
      }),
    )
    const deactivateButton = await screen.findByRole('button', { name: 'Deactivate anyway' })
    expect(within(screen.getByRole('dialog')).getByText('Chimie aplicată')).toBeTruthy()
    const run = recordRequests(actOn('Chimie', 'deactivate'))
    await user.click(deactivateButton)
    await waitFor(async () => expect((await stored('Chimie')).isActive).toBe(false))
    expect(run.requests).toHaveLength(1)
    expect(await run.requests[0]?.json()).toEqual({ version: 2 })
  })

  test('shows why an action failed, even if the row has left the list in the meantime', async () => {
    const { user } = await openBranches('/admin/branches?filters[isActive]=false')
    await change('Drept', { isActive: true })
    await user.click(screen.getByRole('button', { name: 'More actions for Drept' }))
    await user.click(screen.getByRole('button', { name: 'Activate' }))
    expect(
      await screen.findByText(/^Someone else has changed this record in the meantime\./),
    ).toBeTruthy()
  })

  test('describes its values in the language of the page', async () => {
    await openBranches('/admin/branches', { language: 'ro' })
    const cells = within(screen.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual(
      expect.arrayContaining(['1.250.000,50\u00a0RON', '2,5', 'Da']),
    )
    expect(screen.getByText('7 filiale')).toBeTruthy()
  })

  test('offers only permitted actions', async () => {
    await site.create('books', { title: 'Winter', isbn: '9789731234567' })
    await site.open('/reader/books', { role: 'reader' })
    await screen.findByRole('rowheader', { name: /Winter/ })
    expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull()
  })
})

test('a tall window offers a larger page size, once, and stores the choice', async () => {
  for (const number of [1, 2, 3, 4, 5, 6])
    await site.create('branches', { name: `Branch ${number}` })
  const user = await site.open('/admin/branches', {
    before: () => {
      const media = window.matchMedia
      window.matchMedia = (query) =>
        Object.assign(media(query), { matches: query.includes('min-height') })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Show 25' }))
  await waitFor(() => expect(window.location.search).toContain('pageSize=25'))
  expect(screen.queryByRole('button', { name: 'Show 25' })).toBeNull()
  expect(Object.entries(localStorage).join()).toContain('"pageSize":25')
})

test('the university’s setting determines the page size of a list until a user chooses one for that list', async () => {
  await site.api.call(site.as('admin'), 'PUT', '/api/settings/update', { listPageSize: 10 })
  const { user, list } = await openBranches()
  expect(queryString(list.requests[0])).toBe('?pageNumber=1&pageSize=10&sort=name')
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('radio', { name: 'Compact' }))
  // A page size that the user did not choose is not stored, so the list follows the university's
  // default.
  expect(Object.entries(localStorage).join()).not.toContain('pageSize')
  await user.keyboard('{Escape}')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50')
  await waitFor(() => expect(lastQuery(list)).toBe('?pageNumber=1&pageSize=50&sort=name'))
  expect(Object.entries(localStorage).join()).toContain('"pageSize":50')
  expect(
    (await site.api.call<{ pageSize: number }>(site.as('admin'), 'GET', branches.list.path)).data
      .pageSize,
  ).toBe(5)
})

describe('columns', () => {
  test('can be chosen, and the choice is stored for this user and list', async () => {
    const { user } = await openBranches()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    // The panel and its checkboxes.
    const panel = screen.getAllByRole('group', { name: 'Columns' })[0] as HTMLElement
    await user.click(await within(panel).findByRole('checkbox', { name: 'Budget' }))
    expect(screen.queryByRole('columnheader', { name: /^Budget/ })).toBeNull()
    await user.click(within(panel).getByRole('radio', { name: 'Compact' }))
    expect(document.querySelector('.list-page')?.getAttribute('data-density')).toBe('compact')
    expect(Object.keys(localStorage).some((key) => key.endsWith('.branches'))).toBe(true)
  })

  test('can be resized by keyboard; widths are stored, are part of a view, and are reset with the default columns', async () => {
    const { user } = await openBranches()
    const widthOf = (name: RegExp) =>
      /is-\w+/.exec(screen.getByRole('columnheader', { name }).className)?.[0]
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Width of Name' }), 'Wide')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Width of Phone' }), 'Narrow')
    expect([widthOf(/^Name/), widthOf(/^Phone/), widthOf(/^Budget/)]).toEqual([
      'is-wide',
      'is-narrow',
      undefined,
    ])
    expect(screen.getByRole('rowheader', { name: /Chimie/ }).className).toContain('is-wide')
    expect(Object.entries(localStorage).join()).toContain('"name:wide"')
    expect(screen.getByRole('button', { name: 'Save view' })).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Width of Office' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Default columns' }))
    expect(widthOf(/^Name/)).toBeUndefined()
  })

  test('in a URL have its widths, and unknown ones are ignored', async () => {
    await openBranches(
      '/admin/branches?pageNumber=1&pageSize=5&columns=name:wide,phone:huge,hall:wide',
    )
    const headings = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
    expect(headings.filter((text) => /Name|Phone|hall/i.test(text ?? ''))).toHaveLength(2)
    expect(screen.getByRole('columnheader', { name: /^Name/ }).className).toContain('is-wide')
    expect(screen.getByRole('columnheader', { name: /^Phone/ }).className).not.toContain('is-')
  })

  test('are grouped by the declaration’s headings, with fields of no section last, and can be searched', async () => {
    const user = await site.open('/admin/branches')
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    const headings = () =>
      [...document.querySelectorAll('.field-group-heading')].map(({ textContent }) => textContent)
    await screen.findByRole('group', { name: 'Other fields' })
    expect(headings().length).toBeGreaterThan(3)
    expect(headings().at(-1)).toBe('Other fields')
    const others = within(screen.getByRole('group', { name: 'Other fields' }))
    expect(others.getByRole('checkbox', { name: 'Name (French)' })).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Find a field' }), 'phon')
    expect(screen.getByRole('checkbox', { name: 'Phone' })).toBeTruthy()
    expect(headings()).toHaveLength(1)
    await user.type(screen.getByRole('searchbox', { name: 'Find a field' }), 'xyz')
    expect(screen.getAllByText('No items found').length).toBeGreaterThan(0)
  })

  test('never include fields that the role may not read', async () => {
    await site.create('books', { title: 'Winter', isbn: '9789731234567' })
    const user = await site.open('/reader/books', { role: 'reader' })
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    expect(screen.queryByRole('link', { name: /New/ })).toBeNull()
    await screen.findByRole('button', { name: 'Default columns' })
    expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(5)
  })
})

describe('the keyboard', () => {
  test('moves to the search box and through the rows, and opens the list of shortcuts', async () => {
    const { user } = await openBranches()
    await user.keyboard('j')
    expect(document.activeElement?.textContent).toBe('Chimie')
    await user.keyboard('jk{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Drept')
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: /^Search in/ }))
    await user.keyboard('j')
    expect(screen.getByRole('searchbox', { name: /^Search in/ })).toHaveProperty('value', 'j')
    await user.click(document.body)
    await user.keyboard('?')
    expect(
      within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).getByText(
        'Next row',
      ),
    ).toBeTruthy()
  })

  test('starts a new record with N', async () => {
    const { user } = await openBranches()
    await user.keyboard('n')
    await waitFor(() => expect(window.location.pathname).toBe('/admin/branches/create'))
  })
})

test('on a phone the list shows cards with the name, the first facts and the state', async () => {
  await site.open('/admin/branches', { isNarrow: true })
  const card = (await screen.findAllByRole('listitem')).find((item) =>
    item.textContent?.includes('Chimie'),
  ) as HTMLElement
  expect(within(card).getByRole('link', { name: 'Chimie' })).toBeTruthy()
  expect(within(card).getByText('Active')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
