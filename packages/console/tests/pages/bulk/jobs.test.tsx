import * as jobCalls from '@matricola/schema/calls/jobs.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { LibraryApp } from '@matricola/testing/library/app.ts'
import {
  libraryRegistry,
  openConsole,
  serverSide,
  startLibraryWithJobs,
} from '@matricola/testing/library/pages.tsx'
import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { failureResponse, handle, modifyResponses } from '@matricola/testing/pages/network.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSelections } from '../../../pages/bulk/selection.ts'
import { resetJobTracking } from '../../../pages/jobs/job-tracking.ts'

const calls = endpointsOf(libraryRegistry.get('books'))
let library: LibraryApp
let seededCount = 0
let isbnCount = 0

beforeAll(async () => {
  library = await startLibraryWithJobs()
  // Loaded before the first test needs it.
  await Promise.all([
    import('../../../pages/bulk/bulk-edit-dialog.tsx'),
    import('../../../pages/jobs/job-host.tsx'),
    import('../../../pages/list/list-page.tsx'),
  ])
})
afterAll(() => library.close())
beforeEach(() => {
  clearSelections()
  resetJobTracking()
})

/** Creates books with a unique word in their names, so that a search finds exactly these. */
async function seedBooks(
  count: number,
  parts: (index: number) => object = () => ({}),
): Promise<string> {
  const word = `Set${++seededCount}x`
  for (let index = 0; index < count; index++)
    await library.call(library.admin, 'POST', calls.create.path, {
      title: `${word} ${String(index + 1).padStart(3, '0')}`,
      isbn: String(9_780_000_000_000 + ++isbnCount),
      edition: 1,
      ...parts(index),
    })
  return word
}

const stored = async (word: string) =>
  (
    await library.call<Page<WireRecord>>(
      library.admin,
      'GET',
      `${calls.list.path}?search=${word}&pageSize=100&sort=title`,
    )
  ).data.list

async function openBooks(word: string) {
  const user = await openConsole(`/librarian/books?pageNumber=1&pageSize=10&search=${word}`, {
    api: library,
    caller: library.librarian,
  })
  await screen.findByText(`${word} 001`)
  return user
}
type PageUser = Awaited<ReturnType<typeof openBooks>>

const bar = () => within(screen.getByRole('region', { name: 'Selection' }))
const selectPage = (user: PageUser) =>
  user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

/** Opens the field editor and sets the edition. */
async function requestEditionChange(user: PageUser, edition: string) {
  await user.click(bar().getByRole('button', { name: 'Edit fields' }))
  const form = await dialog(/^Edit fields: /)
  await user.selectOptions(form.getByLabelText('Which field do you want to change?'), 'Edition')
  await user.type(form.getByLabelText('Edition: new value'), edition)
  await user.click(form.getByRole('button', { name: 'Preview' }))
  return form
}

describe('a bulk change of a few rows', () => {
  test('is previewed in one line, applied by one button, and can be undone from the toast', async () => {
    const word = await seedBooks(3, (index) => ({ edition: index === 2 ? 2 : 1 }))
    const user = await openBooks(word)
    await selectPage(user)
    await requestEditionChange(user, '2')
    expect(await bar().findByText('2 will change, 1 already up to date')).toBeTruthy()
    await user.click(bar().getByRole('button', { name: 'Change 2' }))
    const toast = await screen.findByText('2 changed, 1 already up to date')
    expect((await stored(word)).map(({ edition }) => edition)).toEqual([2, 2, 2])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
    await user.click(
      within(toast.closest<HTMLElement>('.toast') ?? document.body).getByRole('button', {
        name: 'Undo',
      }),
    )
    await screen.findByText('2 restored')
    expect((await stored(word)).map(({ edition }) => edition)).toEqual([1, 1, 2])
  })

  test('lists the rows that cannot change with the reason, keeps them selected, and shows the reason in the list', async () => {
    const word = await seedBooks(2)
    const [first] = await stored(word)
    const user = await openBooks(word)
    await selectPage(user)
    await requestEditionChange(user, '2')
    await bar().findByRole('button', { name: 'Change 2' })
    // Another user changes one of them first.
    await library.call(library.admin, 'PATCH', calls.update.path, {
      id: first?.id,
      version: first?.version,
      pages: 7,
    })
    await user.click(bar().getByRole('button', { name: 'Change 2' }))
    await screen.findByText('1 changed, 1 changed in the meantime')
    expect(await screen.findByText('Someone changed this record after the preview.')).toBeTruthy()
    expect(bar().getByRole('status').textContent).toBe('1 selected')
    expect((await stored(word)).map(({ edition }) => edition)).toEqual([1, 2])
  })

  test('changes nothing if the preview is discarded', async () => {
    const word = await seedBooks(1)
    const user = await openBooks(word)
    await selectPage(user)
    await requestEditionChange(user, '2')
    await user.click(await bar().findByRole('button', { name: 'Discard' }))
    expect(await bar().findByRole('button', { name: 'Edit fields' })).toBeTruthy()
    expect((await stored(word))[0]?.edition).toBe(1)
  })
})

describe('a bulk edit of fields', () => {
  test('moves focus to a chosen field immediately, because the user may later be typing elsewhere', async () => {
    const word = await seedBooks(1)
    const user = await openBooks(word)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Edit fields' }))
    const form = await dialog(/^Edit fields: /)
    fireEvent.change(form.getByLabelText('Which field do you want to change?'), {
      target: { value: 'edition' },
    })
    expect(document.activeElement).toBe(form.getByLabelText('Edition: action'))
  })

  test('shows an error next to the field for a value that is invalid in every row, and requires the input of each operator', async () => {
    const word = await seedBooks(1)
    const user = await openBooks(word)
    await selectPage(user)
    const form = await requestEditionChange(user, '99')
    expect(await form.findByText(/Enter 20 or less/)).toBeTruthy()
    await user.selectOptions(form.getByLabelText('Another field'), 'Title')
    await user.selectOptions(form.getByLabelText('Title: action'), 'Find and replace')
    await user.type(form.getByLabelText('Title: text to find'), word)
    await user.type(form.getByLabelText('Title: replacement text'), `${word}y`)
    await user.selectOptions(form.getByLabelText('Edition: action'), 'Increase by')
    await user.type(form.getByLabelText('Edition: amount to add'), '1')
    await user.click(form.getByRole('button', { name: 'Preview' }))
    await user.click(await bar().findByRole('button', { name: 'Change 1' }))
    await screen.findByText('1 changed')
    expect((await stored(word))[0]).toMatchObject({ title: `${word}y 001`, edition: 2 })
  })

  test('retries a lost request with the same key and creates one job', async () => {
    const word = await seedBooks(1)
    const user = await openBooks(word)
    await selectPage(user)
    let lost = true
    const bulk = handle(calls.bulk, async (request) => {
      const body = await request.clone().text()
      const answer = await library.call<WireJob>(library.librarian, 'POST', calls.bulk.path, body, {
        headers: { 'idempotency-key': request.headers.get('idempotency-key') ?? '' },
      })
      if (!lost)
        return new Response(answer.text, {
          status: answer.status,
          headers: { 'content-type': 'application/json' },
        })
      lost = false
      return Response.error()
    })
    const form = await requestEditionChange(user, '2')
    await form.findByRole('alert')
    await user.click(form.getByRole('button', { name: 'Preview' }))
    await bar().findByRole('button', { name: 'Change 1' })
    expect(
      new Set(bulk.requests.map((request) => request.headers.get('idempotency-key'))).size,
    ).toBe(1)
    expect(bulk.requests).toHaveLength(2)
    const jobs = await library.call<Page<WireJob>>(
      library.librarian,
      'GET',
      `${jobCalls.jobs.path}?state=ready&pageSize=100`,
    )
    expect(
      jobs.data.list.filter(({ total, edit }) => total === 1 && edit?.[0]?.field === 'edition'),
    ).toHaveLength(1)
  })
})

describe('a bulk change of many rows, or with effects on other records', () => {
  test('is previewed in a dialog that lists each row, and the button repeats the number of rows', async () => {
    const word = await seedBooks(22, (index) => ({ edition: index === 0 ? 2 : 1 }))
    const user = await openBooks(word)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Select all 22 matching rows' }))
    await user.click(screen.getByRole('checkbox', { name: `Select ${word} 002` }))
    expect(bar().getByRole('status').textContent).toBe('All 22 are selected except 1')
    await requestEditionChange(user, '2')
    const preview = await dialog('Edit fields: Books')
    expect(await preview.findByText('20 will change, 1 already up to date')).toBeTruthy()
    await user.click(preview.getByRole('button', { name: '1 already up to date' }))
    expect(await preview.findByText('Already up to date.')).toBeTruthy()
    // The heading row and one data row.
    expect(preview.getAllByRole('row')).toHaveLength(2)
    await user.click(preview.getByRole('button', { name: 'Change 20' }))
    await screen.findByText('20 changed, 1 already up to date')
    const editions = (await stored(word)).map(({ edition }) => edition)
    expect([editions[1], editions.filter((edition) => edition === 2).length]).toEqual([1, 21])
  })

  test('requires the number to be typed if the action is destructive', async () => {
    const word = await seedBooks(2)
    const user = await openBooks(word)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Deactivate' }))
    const preview = await dialog('Deactivate: Books')
    await user.click(await preview.findByRole('button', { name: 'Deactivate 2' }))
    expect(preview.getByRole('alert').textContent).toBe('That number does not match. Type 2.')
    expect((await stored(word)).map(({ isActive }) => isActive)).toEqual([true, true])
    await user.type(preview.getByLabelText('Type 2 to continue'), '2')
    await user.click(preview.getByRole('button', { name: 'Deactivate 2' }))
    await screen.findByText('2 changed')
    expect((await stored(word)).map(({ isActive }) => isActive)).toEqual([false, false])
  })

  test('shows the number of records that depend on the deactivated ones, like the dialog for one record', async () => {
    const word = `Aside${++seededCount}x`
    const createBranch = async (name: string, books: number) => {
      const { id } = await library.create('branches', { name })
      await seedBooks(books, () => ({ branchId: id }))
    }
    await createBranch(`${word} 1`, 2)
    await createBranch(`${word} 2`, 3)
    const user = await openConsole(`/librarian/branches?search=${word}`, {
      api: library,
      caller: library.librarian,
    })
    await screen.findByText(`${word} 1`)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Deactivate' }))
    const preview = await dialog('Deactivate: Branches')
    expect(
      await preview.findByText('Records linked to these: 5 books. They are not affected.'),
    ).toBeTruthy()
    await user.click(preview.getByRole('button', { name: 'Discard' }))
    // Setting the same value through Edit fields affects the same records.
    await user.click(await bar().findByRole('button', { name: 'Edit fields' }))
    const form = await dialog(/^Edit fields: /)
    await user.selectOptions(form.getByLabelText('Which field do you want to change?'), 'Active')
    await user.click(form.getByRole('switch', { name: 'Active: new value' }))
    await user.click(form.getByRole('button', { name: 'Preview' }))
    expect(await bar().findByText(/^Records linked to these: 5 books\./)).toBeTruthy()
  })

  test('shows an error if it is refused, and keeps the selection', async () => {
    const word = await seedBooks(1)
    const user = await openBooks(word)
    await selectPage(user)
    handle(calls.selections, () =>
      failureResponse(503, 'server.busy', 'The server is busy. Try again in a moment.'),
    )
    await user.click(bar().getByRole('button', { name: 'Activate' }))
    expect(await screen.findByText('The server is busy. Try again in a moment.')).toBeTruthy()
    expect(bar().getByRole('status').textContent).toBe('1 selected')
  })
})

describe('the rows of a job', () => {
  const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
  const getJob = async (id: string) =>
    (await library.call<WireJob>(library.admin, 'GET', `/api/jobs/${id}`)).data
  const waitUntilSettled = (id: string) =>
    expect.poll(async () => (await getJob(id)).state).toMatch(/^(?:ready|done)$/)
  const started = async (id: string) => {
    await waitUntilSettled(id)
    await library.call(library.admin, 'POST', `/api/jobs/${id}/start`, {
      expected: (await getJob(id)).counts.ready,
    })
    await expect.poll(async () => (await getJob(id)).state).toBe('done')
  }

  /** Opens a job once its rows have been checked. */
  async function openRows(id: string) {
    await waitUntilSettled(id)
    await openConsole(`/admin/jobs/${id}`, { api: library, caller: library.admin })
    const region = await screen.findByRole('region', { name: 'Rows' })
    await within(region).findAllByRole('rowheader')
    return within(region)
  }

  /** Requests a change of all records that a search finds, and returns the job's id. */
  async function startBulkJob(resource: string, word: string, change: object): Promise<string> {
    const endpoints = endpointsOf(libraryRegistry.get(resource))
    const { data } = await library.call<Page<WireRecord>>(
      library.admin,
      'GET',
      `${endpoints.list.path}?search=${word}&pageSize=100&sort=title`,
    )
    const selection = await library.call<{ id: string }>(
      library.admin,
      'POST',
      endpoints.selections.path,
      {
        ids: data.list.map(({ id }) => id),
      },
    )
    return (
      await library.call<WireJob>(library.admin, 'POST', endpoints.bulk.path, {
        selection: selection.data.id,
        ...change,
      })
    ).data.id
  }

  /** Uploads branches as a file and returns the id of the import job. */
  async function importRows(...rows: readonly string[]): Promise<string> {
    const { uploadRows } = await serverSide()
    const sent = await uploadRows(
      library,
      library.admin,
      'branches',
      ['Name;Office;Phone', ...rows].join('\n'),
    )
    const { id } = sent.data.job
    await library.call(library.admin, 'PATCH', `/api/imports/${id}`, { check: true })
    return id
  }

  test('are shown in a table with only the fields that were changed', async () => {
    const [branch, other] = [
      await library.create('branches', { name: 'Filologie' }),
      await library.create('branches', { name: 'Istorie' }),
    ]
    const word = await seedBooks(2, (index) => ({
      branchId: branch.id,
      shelfMark: `AR-${index + 1}`,
    }))
    // The second book finds its shelf mark already taken there.
    await seedBooks(1, () => ({ branchId: other.id, shelfMark: 'AR-2' }))
    const table = await openRows(
      await startBulkJob('books', `${word} 00`, {
        edit: [
          { field: 'branchId', operator: 'set', value: other.id },
          { field: 'edition', operator: 'set', value: 2 },
        ],
      }),
    )
    expect(texts(table.getAllByRole('columnheader'))).toEqual([
      'Record',
      'Result',
      'Branch',
      'Edition',
    ])
    expect(texts(table.getAllByRole('rowheader'))).toEqual([`${word} 001`, `${word} 002`])
    const [first, second] = table.getAllByRole('row').slice(1)
    expect(texts(within(first as HTMLElement).getAllByRole('cell'))).toEqual([
      'Will change',
      'FilologiebecomesIstorie',
      '1becomes2',
    ])
    expect(texts(within(second as HTMLElement).getAllByRole('cell'))).toEqual([
      expect.stringMatching(/^Branch: Choose another.*Shelf mark: Choose another/),
      '',
      '',
    ])
  })

  test('are marked as removed by an undo, without their values', async () => {
    await library.call(library.admin, 'POST', '/api/branches/create', {
      name: 'Drept',
      office: 'A 1',
    })
    const done = await importRows('Teologie;C 3;0264123456', 'Drept;B 2;')
    await started(done)
    const { data: undo } = await library.call<WireJob>(
      library.admin,
      'POST',
      `/api/jobs/${done}/undo`,
      {},
    )
    const table = await openRows(undo.id)
    expect(texts(table.getAllByRole('columnheader'))).toEqual(['Record', 'Result', 'Office'])
    expect(texts(table.getAllByRole('cell'))).toEqual([
      'Will be removed',
      '',
      'Will be restored',
      'B 2becomesA 1',
    ])
    expect(
      screen.getByText('1 will be removed, 1 will be restored', { selector: '[role=status]' }),
    ).toBeTruthy()
  })

  test('name new records once, and show all values if the job names no field', async () => {
    const table = await openRows(await importRows('Chimie;A 7;'))
    expect(texts(table.getAllByRole('columnheader'))).toEqual(['Record', 'Result', 'Office'])
    expect(texts(table.getAllByRole('cell'))).toEqual(['Will be created', 'A 7'])
    cleanup()
    const action = await openRows(
      await startBulkJob('books', `${await seedBooks(1)} 00`, { action: 'deactivate' }),
    )
    expect(texts(action.getAllByRole('columnheader'))).toEqual(['Record', 'Result', 'Active'])
  })
})

describe('the list of jobs', () => {
  test('shows the state of each job; a job shows its rows and can select the failed ones for a retry', async () => {
    await seedBooks(3)
    const word = await seedBooks(2, () => ({ isActive: false }))
    const [first] = await stored(word)
    const user = await openBooks(word)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Activate' }))
    await bar().findByRole('button', { name: 'Activate 2' })
    await library.call(library.admin, 'PATCH', calls.update.path, {
      id: first?.id,
      version: first?.version,
      pages: 7,
    })
    await user.click(bar().getByRole('button', { name: 'Activate 2' }))
    await screen.findByText('1 changed, 1 changed in the meantime')
    await user.click(screen.getByRole('button', { name: 'Details' }))
    const report = await dialog('Activate: Books')
    await user.click(await report.findByRole('button', { name: 'Try 1 again' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('1 selected')).toBeTruthy()
    // The linked list shows all rows: the heading and five.
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(6))
  })

  test('shows the jobs of all users to an administrator, each with its user', async () => {
    await openConsole('/admin/jobs', { api: library, caller: library.admin })
    const rows = await screen.findAllByRole('row', { name: /Activate: Books/ })
    expect(within(rows[0] ?? document.body).getByText(library.librarian.name)).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: 'Only mine' })).toBeTruthy()
  })

  test('shows unfinished jobs in the bar above every page', async () => {
    const word = await seedBooks(1)
    const user = await openBooks(word)
    await selectPage(user)
    await requestEditionChange(user, '2')
    await bar().findByRole('button', { name: 'Change 1' })
    // A preview that was never started is not a running job.
    await user.click(await screen.findByRole('button', { name: 'Jobs' }))
    expect(screen.getAllByText('Edit fields: Books').length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'All jobs' }).getAttribute('href')).toBe(
      '/librarian/jobs',
    )
  })

  test('counts running jobs in the bar, but not previews that were never started', async () => {
    const word = await seedBooks(1)
    const user = await openBooks(word)
    await selectPage(user)
    const job = (state: WireJob['state']): Partial<WireJob> => ({
      id: fixedId(1),
      kind: 'edit',
      resource: 'books',
      state,
      edit: [],
      total: 4,
      done: 1,
    })
    // More jobs wait than the bar lists. They must not be counted as running.
    modifyResponses<Page<WireJob>>(jobCalls.jobs, (data, query) =>
      query.get('state') === 'checking,running'
        ? { ...data, totalCount: 1, list: [job('running')] }
        : {
            ...data,
            totalCount: 34,
            list: (['mapping', 'ready', 'paused'] as const).map((state, i) => ({
              ...job(state),
              id: fixedId(i + 2),
            })),
          },
    )
    await requestEditionChange(user, '2')
    expect(await screen.findByRole('button', { name: '1 job running' })).toHaveTextContent('1')
  })
})
