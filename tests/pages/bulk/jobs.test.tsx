import { clearSelections } from '@matricola/console/pages/bulk/selection.ts'
import { resetJobTracking } from '@matricola/console/pages/jobs/job-tracking.ts'
import * as jobCalls from '@matricola/schema/calls/jobs.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { failureResponse, handle, modifyResponses } from '@matricola/testing/pages/network.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getResource, type ResourceName } from '#resources/index.ts'
import type { AdmissionApp } from '../../support/admission-app.ts'
import { openConsole, serverSide, startAdmissionAppWithJobs } from '../support/console-app.tsx'

const calls = endpointsOf(getResource('courses'))
let office: AdmissionApp
let seededCount = 0

beforeAll(async () => {
  office = await startAdmissionAppWithJobs()
  // Loaded before the first test needs it.
  await Promise.all([
    import('@matricola/console/pages/bulk/bulk-edit-dialog.tsx'),
    import('@matricola/console/pages/jobs/job-host.tsx'),
    import('@matricola/console/pages/list/list-page.tsx'),
  ])
})
afterAll(() => office.close())
beforeEach(() => {
  clearSelections()
  resetJobTracking()
})

/** Creates courses with a unique word in their names, so that a search finds exactly these. */
async function seedDepartments(
  count: number,
  parts: (index: number) => object = () => ({}),
): Promise<string> {
  const word = `Set${++seededCount}x`
  for (let index = 0; index < count; index++)
    await office.call(office.admin, 'POST', calls.create.path, {
      name: `${word} ${String(index + 1).padStart(3, '0')}`,
      code: `${word.toUpperCase()}-${index + 1}`,
      specializationId: office.specializationId,
      year: 1,
      semester: 1,
      credits: 5,
      ...parts(index),
    })
  return word
}

const stored = async (word: string) =>
  (
    await office.call<Page<WireRecord>>(
      office.admin,
      'GET',
      `${calls.list.path}?search=${word}&pageSize=100&sort=name`,
    )
  ).data.list

async function openCourses(word: string) {
  const user = await openConsole(`/secretary/courses?pageNumber=1&pageSize=10&search=${word}`, {
    api: office,
    caller: office.ana,
  })
  await screen.findByText(`${word} 001`)
  return user
}
type PageUser = Awaited<ReturnType<typeof openCourses>>

const bar = () => within(screen.getByRole('region', { name: 'Selection' }))
const selectPage = (user: PageUser) =>
  user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

/** Opens the field editor and sets the semester. */
async function requestSemesterChange(user: PageUser, semester: string) {
  await user.click(bar().getByRole('button', { name: 'Edit fields' }))
  const form = await dialog(/^Edit fields: /)
  await user.selectOptions(form.getByLabelText('Which field do you want to change?'), 'Semester')
  await user.type(form.getByLabelText('Semester: new value'), semester)
  await user.click(form.getByRole('button', { name: 'Preview' }))
  return form
}

describe('a bulk change of a few rows', () => {
  test('is previewed in one line, applied by one button, and can be undone from the toast', async () => {
    const word = await seedDepartments(3, (index) => ({ semester: index === 2 ? 2 : 1 }))
    const user = await openCourses(word)
    await selectPage(user)
    await requestSemesterChange(user, '2')
    expect(await bar().findByText('2 will change, 1 already up to date')).toBeTruthy()
    await user.click(bar().getByRole('button', { name: 'Change 2' }))
    const toast = await screen.findByText('2 changed, 1 already up to date')
    expect((await stored(word)).map(({ semester }) => semester)).toEqual([2, 2, 2])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
    await user.click(
      within(toast.closest<HTMLElement>('.toast') ?? document.body).getByRole('button', {
        name: 'Undo',
      }),
    )
    await screen.findByText('2 restored')
    expect((await stored(word)).map(({ semester }) => semester)).toEqual([1, 1, 2])
  })

  test('lists the rows that cannot change with the reason, keeps them selected, and shows the reason in the list', async () => {
    const word = await seedDepartments(2)
    const [first] = await stored(word)
    const user = await openCourses(word)
    await selectPage(user)
    await requestSemesterChange(user, '2')
    await bar().findByRole('button', { name: 'Change 2' })
    // Another user changes one of them first.
    await office.call(office.admin, 'PATCH', calls.update.path, {
      id: first?.id,
      version: first?.version,
      credits: 7,
    })
    await user.click(bar().getByRole('button', { name: 'Change 2' }))
    await screen.findByText('1 changed, 1 changed in the meantime')
    expect(await screen.findByText('Someone changed this record after the preview.')).toBeTruthy()
    expect(bar().getByRole('status').textContent).toBe('1 selected')
    expect((await stored(word)).map(({ semester }) => semester)).toEqual([1, 2])
  })

  test('changes nothing if the preview is discarded', async () => {
    const word = await seedDepartments(1)
    const user = await openCourses(word)
    await selectPage(user)
    await requestSemesterChange(user, '2')
    await user.click(await bar().findByRole('button', { name: 'Discard' }))
    expect(await bar().findByRole('button', { name: 'Edit fields' })).toBeTruthy()
    expect((await stored(word))[0]?.semester).toBe(1)
  })
})

describe('a bulk edit of fields', () => {
  test('moves focus to a chosen field immediately, because the user may later be typing elsewhere', async () => {
    const word = await seedDepartments(1)
    const user = await openCourses(word)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Edit fields' }))
    const form = await dialog(/^Edit fields: /)
    fireEvent.change(form.getByLabelText('Which field do you want to change?'), {
      target: { value: 'semester' },
    })
    expect(document.activeElement).toBe(form.getByLabelText('Semester: action'))
  })

  test('shows an error next to the field for a value that is invalid in every row, and requires the input of each operator', async () => {
    const word = await seedDepartments(1)
    const user = await openCourses(word)
    await selectPage(user)
    const form = await requestSemesterChange(user, '9')
    expect(await form.findByText(/Enter 2 or less/)).toBeTruthy()
    await user.selectOptions(form.getByLabelText('Another field'), 'Name')
    await user.selectOptions(form.getByLabelText('Name: action'), 'Find and replace')
    await user.type(form.getByLabelText('Name: text to find'), word)
    await user.type(form.getByLabelText('Name: replacement text'), `${word}y`)
    await user.selectOptions(form.getByLabelText('Semester: action'), 'Increase by')
    await user.type(form.getByLabelText('Semester: amount to add'), '1')
    await user.click(form.getByRole('button', { name: 'Preview' }))
    await user.click(await bar().findByRole('button', { name: 'Change 1' }))
    await screen.findByText('1 changed')
    expect((await stored(word))[0]).toMatchObject({ name: `${word}y 001`, semester: 2 })
  })

  test('retries a lost request with the same key and creates one job', async () => {
    const word = await seedDepartments(1)
    const user = await openCourses(word)
    await selectPage(user)
    let lost = true
    const bulk = handle(calls.bulk, async (request) => {
      const body = await request.clone().text()
      const answer = await office.call<WireJob>(office.ana, 'POST', calls.bulk.path, body, {
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
    const form = await requestSemesterChange(user, '2')
    await form.findByRole('alert')
    await user.click(form.getByRole('button', { name: 'Preview' }))
    await bar().findByRole('button', { name: 'Change 1' })
    expect(
      new Set(bulk.requests.map((request) => request.headers.get('idempotency-key'))).size,
    ).toBe(1)
    expect(bulk.requests).toHaveLength(2)
    const jobs = await office.call<Page<WireJob>>(
      office.ana,
      'GET',
      `${jobCalls.jobs.path}?state=ready&pageSize=100`,
    )
    expect(
      jobs.data.list.filter(({ total, edit }) => total === 1 && edit?.[0]?.field === 'semester'),
    ).toHaveLength(1)
  })
})

describe('a bulk change of many rows, or with effects on other records', () => {
  test('is previewed in a dialog that lists each row, and the button repeats the number of rows', async () => {
    const word = await seedDepartments(22, (index) => ({ semester: index === 0 ? 2 : 1 }))
    const user = await openCourses(word)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Select all 22 matching rows' }))
    await user.click(screen.getByRole('checkbox', { name: `Select ${word} 002` }))
    expect(bar().getByRole('status').textContent).toBe('All 22 are selected except 1')
    await requestSemesterChange(user, '2')
    const preview = await dialog('Edit fields: Courses')
    expect(await preview.findByText('20 will change, 1 already up to date')).toBeTruthy()
    await user.click(preview.getByRole('button', { name: '1 already up to date' }))
    expect(await preview.findByText('Already up to date.')).toBeTruthy()
    // The heading row and one data row.
    expect(preview.getAllByRole('row')).toHaveLength(2)
    await user.click(preview.getByRole('button', { name: 'Change 20' }))
    await screen.findByText('20 changed, 1 already up to date')
    const semesters = (await stored(word)).map(({ semester }) => semester)
    expect([semesters[1], semesters.filter((semester) => semester === 2).length]).toEqual([1, 21])
  })

  test('requires the number to be typed if the action is destructive', async () => {
    const word = await seedDepartments(2)
    const user = await openCourses(word)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Deactivate' }))
    const preview = await dialog('Deactivate: Courses')
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
    const programme = async (n: number, courses: number) => {
      const values = {
        name: `${word} ${n}`,
        code: `${word.toUpperCase()}-${n}`,
        departmentProfileId: office.departmentId,
      }
      const { data } = await office.call<WireRecord>(
        office.admin,
        'POST',
        '/api/specializations/create',
        {
          ...values,
          yearsOfStudy: 3,
          totalCredits: 180,
        },
      )
      await seedDepartments(courses, () => ({ specializationId: data.id }))
    }
    await programme(1, 2)
    await programme(2, 3)
    const user = await openConsole(`/secretary/specializations?search=${word}`, {
      api: office,
      caller: office.ana,
    })
    await screen.findByText(`${word} 1`)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Deactivate' }))
    const preview = await dialog('Deactivate: Specializations')
    expect(
      await preview.findByText('Records linked to these: 5 courses. They are not affected.'),
    ).toBeTruthy()
    await user.click(preview.getByRole('button', { name: 'Discard' }))
    // Setting the same value through Edit fields affects the same records.
    await user.click(await bar().findByRole('button', { name: 'Edit fields' }))
    const form = await dialog(/^Edit fields: /)
    await user.selectOptions(form.getByLabelText('Which field do you want to change?'), 'Active')
    await user.click(form.getByRole('switch', { name: 'Active: new value' }))
    await user.click(form.getByRole('button', { name: 'Preview' }))
    expect(await bar().findByText(/^Records linked to these: 5 courses\./)).toBeTruthy()
  })

  test('shows an error if it is refused, and keeps the selection', async () => {
    const word = await seedDepartments(1)
    const user = await openCourses(word)
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
    (await office.call<WireJob>(office.admin, 'GET', `/api/jobs/${id}`)).data
  const waitUntilSettled = (id: string) =>
    expect.poll(async () => (await getJob(id)).state).toMatch(/^(?:ready|done)$/)
  const started = async (id: string) => {
    await waitUntilSettled(id)
    await office.call(office.admin, 'POST', `/api/jobs/${id}/start`, {
      expected: (await getJob(id)).counts.ready,
    })
    await expect.poll(async () => (await getJob(id)).state).toBe('done')
  }

  /** Opens a job once its rows have been checked. */
  async function openRows(id: string) {
    await waitUntilSettled(id)
    await openConsole(`/admin/jobs/${id}`, { api: office, caller: office.admin })
    const region = await screen.findByRole('region', { name: 'Rows' })
    await within(region).findAllByRole('rowheader')
    return within(region)
  }

  /** Requests a change of all records that a search finds, and returns the job's id. */
  async function startBulkJob(
    resource: ResourceName,
    word: string,
    change: object,
  ): Promise<string> {
    const endpoints = endpointsOf(getResource(resource))
    const { data } = await office.call<Page<WireRecord>>(
      office.admin,
      'GET',
      `${endpoints.list.path}?search=${word}&pageSize=100&sort=name`,
    )
    const selection = await office.call<{ id: string }>(
      office.admin,
      'POST',
      endpoints.selections.path,
      {
        ids: data.list.map(({ id }) => id),
      },
    )
    return (
      await office.call<WireJob>(office.admin, 'POST', endpoints.bulk.path, {
        selection: selection.data.id,
        ...change,
      })
    ).data.id
  }

  /** Uploads departments as a file and returns the id of the import job. */
  async function importRows(...rows: readonly string[]): Promise<string> {
    const { uploadRows } = await serverSide()
    const sent = await uploadRows(
      office,
      office.admin,
      'department-profiles',
      ['Name;Office;Phone', ...rows].join('\n'),
    )
    const { id } = sent.data.job
    await office.call(office.admin, 'PATCH', `/api/imports/${id}`, { check: true })
    return id
  }

  test('are shown in a table with only the fields that were changed', async () => {
    const { data: other } = await office.call<WireRecord>(
      office.admin,
      'POST',
      '/api/specializations/create',
      {
        ...{
          name: 'Istorie',
          code: 'IST',
          departmentProfileId: office.departmentId,
          yearsOfStudy: 3,
          totalCredits: 180,
        },
      },
    )
    const word = await seedDepartments(2)
    // The second course finds its code already taken there.
    const course = {
      name: 'Arhive',
      code: `${word.toUpperCase()}-2`,
      specializationId: other.id,
      year: 1,
      semester: 1,
      credits: 5,
    }
    await office.call(office.admin, 'POST', calls.create.path, course)
    const table = await openRows(
      await startBulkJob('courses', `${word} 00`, {
        edit: [
          { field: 'specializationId', operator: 'set', value: other.id },
          { field: 'semester', operator: 'set', value: 2 },
        ],
      }),
    )
    expect(texts(table.getAllByRole('columnheader'))).toEqual([
      'Record',
      'Result',
      'Specialization',
      'Semester',
    ])
    expect(texts(table.getAllByRole('rowheader'))).toEqual([`${word} 001`, `${word} 002`])
    const [first, second] = table.getAllByRole('row').slice(1)
    expect(texts(within(first as HTMLElement).getAllByRole('cell'))).toEqual([
      'Will change',
      'FilologiebecomesIstorie',
      '1becomes2',
    ])
    expect(texts(within(second as HTMLElement).getAllByRole('cell'))).toEqual([
      expect.stringMatching(/^Code: Choose another/),
      '',
      '',
    ])
  })

  test('are marked as removed by an undo, without their values', async () => {
    await office.call(office.admin, 'POST', '/api/department-profiles/create', {
      name: 'Drept',
      office: 'A 1',
    })
    const done = await importRows('Teologie;C 3;0264123456', 'Drept;B 2;')
    await started(done)
    const { data: undo } = await office.call<WireJob>(
      office.admin,
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
      await startBulkJob('courses', `${await seedDepartments(1)} 00`, { action: 'deactivate' }),
    )
    expect(texts(action.getAllByRole('columnheader'))).toEqual(['Record', 'Result', 'Active'])
  })
})

describe('the list of jobs', () => {
  test('shows the state of each job; a job shows its rows and can select the failed ones for a retry', async () => {
    await seedDepartments(3)
    const word = await seedDepartments(2, () => ({ isActive: false }))
    const [first] = await stored(word)
    const user = await openCourses(word)
    await selectPage(user)
    await user.click(bar().getByRole('button', { name: 'Activate' }))
    await bar().findByRole('button', { name: 'Activate 2' })
    await office.call(office.admin, 'PATCH', calls.update.path, {
      id: first?.id,
      version: first?.version,
      credits: 7,
    })
    await user.click(bar().getByRole('button', { name: 'Activate 2' }))
    await screen.findByText('1 changed, 1 changed in the meantime')
    await user.click(screen.getByRole('button', { name: 'Details' }))
    const report = await dialog('Activate: Courses')
    await user.click(await report.findByRole('button', { name: 'Try 1 again' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('1 selected')).toBeTruthy()
    // The linked list shows all rows: the heading and five.
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(6))
  })

  test('shows the jobs of all users to an administrator, each with its user', async () => {
    await openConsole('/admin/jobs', { api: office, caller: office.admin })
    const rows = await screen.findAllByRole('row', { name: /Activate: Courses/ })
    expect(within(rows[0] ?? document.body).getByText(office.ana.name)).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: 'Only mine' })).toBeTruthy()
  })

  test('shows unfinished jobs in the bar above every page', async () => {
    const word = await seedDepartments(1)
    const user = await openCourses(word)
    await selectPage(user)
    await requestSemesterChange(user, '2')
    await bar().findByRole('button', { name: 'Change 1' })
    // A preview that was never started is not a running job.
    await user.click(await screen.findByRole('button', { name: 'Jobs' }))
    expect(screen.getAllByText('Edit fields: Courses').length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'All jobs' }).getAttribute('href')).toBe(
      '/secretary/jobs',
    )
  })

  test('counts running jobs in the bar, but not previews that were never started', async () => {
    const word = await seedDepartments(1)
    const user = await openCourses(word)
    await selectPage(user)
    const job = (state: WireJob['state']): Partial<WireJob> => ({
      id: fixedId(1),
      kind: 'edit',
      resource: 'courses',
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
    await requestSemesterChange(user, '2')
    expect(await screen.findByRole('button', { name: '1 job running' })).toHaveTextContent('1')
  })
})
