import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { failureResponse, handle, network } from '@matricola/testing/pages/network.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { allAnswered, openConsole, serverSide } from '../support/console-app.tsx'

let api: TestApp
const admin = createCaller('admin')
beforeAll(async () => {
  api = await (await serverSide()).startApp(undefined, {
    clock: { now: () => new Date('2026-11-21T08:00:00.000Z') },
  })
})
afterAll(() => api.close())

const { single } = endpointsOf(getResource('settings'))
const stored = async () => (await api.call<WireRecord>(admin, 'GET', '/api/settings')).data
const toggle = (name: string) => screen.findByRole('switch', { name })

describe('the settings', () => {
  test('are all edited on one page, reviewed with their effect and saved with a reason (R-D02)', async () => {
    const before = await stored()
    const user = await openConsole('/admin/settings', { api, caller: admin })
    expect(
      await screen.findByText('Applicants can apply: No, because “Registration open” is off'),
    ).toBeVisible()
    await user.click(await toggle('Registration open'))
    // Unsaved changes are not in effect.
    expect(
      screen.getByText('Applicants can apply: No, because “Registration open” is off'),
    ).toBeVisible()
    expect(screen.getByText('After saving: Yes')).toBeVisible()
    const limit = screen.getByLabelText<HTMLInputElement>('Maximum students per course')
    await user.clear(limit)
    await user.type(limit, '25')
    expect(screen.getByText('2 unsaved changes')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Save' }))
    const review = within(await screen.findByRole('dialog', { hidden: true }))
    expect(review.getByText('Review 2 changes')).toBeInTheDocument()
    await user.click(review.getByRole('button', { name: 'Save', hidden: true }))
    expect(review.getByText(/^Enter a reason/)).toBeInTheDocument()
    await user.type(review.getByLabelText(/^Reason/), 'Admission begins')
    await user.click(review.getByRole('button', { name: 'Save', hidden: true }))

    expect(await screen.findByText('Application Settings updated successfully.')).toBeVisible()
    expect(await screen.findByText('Applicants can apply: Yes')).toBeVisible()
    expect(screen.queryByText(/^After saving/)).toBeNull()
    expect(await stored()).toMatchObject({
      registrationOpen: true,
      maxStudentsPerCourse: 25,
      version: before.version + 1,
    })
    expect(screen.queryByText(/unsaved change/)).toBeNull()
  })

  test('keep a history of who changed what, when and why, and can be restored to any earlier value (R-D02)', async () => {
    const { version } = await stored()
    await api.call(admin, 'PUT', '/api/settings/update', {
      version,
      universityName: 'Universitatea Nouă',
      reason: 'New name',
    })
    const user = await openConsole('/admin/settings?tab=history', { api, caller: admin })
    // The cell is inside a row.
    const row = within((await screen.findByText('New name')).closest('tr') as HTMLElement)
    expect(row.getByText('University name')).toBeVisible()
    expect(row.getByText(admin.name)).toBeVisible()
    expect(
      row.getByText('Universitatea Matricola', { selector: ':not(button) > span' }),
    ).toBeVisible()
    await user.click(row.getByRole('button', { name: 'Restore: Universitatea Matricola' }))
    const review = within(await screen.findByRole('dialog', { hidden: true }))
    await user.click(review.getByRole('button', { name: 'Save', hidden: true }))
    await waitFor(async () =>
      expect((await stored()).universityName).toBe('Universitatea Matricola'),
    )
  })

  test('that another user has changed in the meantime are compared field by field', async () => {
    const user = await openConsole('/admin/settings', { api, caller: admin })
    await user.click(await toggle('Allow exam resit'))
    const { version } = await stored()
    await api.call(admin, 'PUT', '/api/settings/update', { version, maxStudentsPerCourse: 40 })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Save both' }))
    const review = within(await screen.findByRole('dialog', { hidden: true }))
    await user.click(review.getByRole('button', { name: 'Save', hidden: true }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ allowExamResit: false, maxStudentsPerCourse: 40 }),
    )
  })

  test('include theme and language, which apply only to the user, and immediately (R-E06)', async () => {
    const user = await openConsole('/admin/settings', { api, caller: admin })
    const appearance = within(await screen.findByRole('region', { name: 'Appearance' }))
    await user.click(appearance.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    await user.click(appearance.getByRole('radio', { name: 'Română' }))
    expect(await screen.findByRole('heading', { name: 'Aspect' })).toBeVisible()
    for (const name of ['English', 'Română', 'Français', 'Deutsch'])
      expect(appearance.getByRole('radio', { name })).toBeVisible()
    await user.click(appearance.getByRole('radio', { name: 'Luminoasă' }))
  })

  test.each([
    [
      'early',
      { opensAt: '2026-12-01T07:00:00.000Z' },
      'Applicants can apply: No, because the admission session opens on 1 December 2026 at 09:00',
    ],
    [
      'late',
      { closesAt: '2026-10-01T13:00:00.000Z' },
      'Applicants can apply: No, because the admission session closed on 1 October 2026 at 16:00',
    ],
    [
      'open',
      { closesAt: '2026-12-01T13:00:00.000Z' },
      'Applicants can apply: Yes, until 1 December 2026 at 15:00',
    ],
  ])(
    'say whether applicants can submit, and consider the dates of the admission session: %s (R-D02)',
    async (name, dates, text) => {
      const session = await api.call<WireRecord>(admin, 'POST', '/api/admission-sessions/create', {
        name: `Admission ${name}`,
        academicYear: '2027-2028',
        ...dates,
      })
      const { version } = await stored()
      await api.call(admin, 'PUT', '/api/settings/update', {
        version,
        registrationOpen: true,
        stopApplicationRequests: false,
        admissionSessionId: session.data.id,
        reason: 'Dates',
      })
      const user = await openConsole('/admin/settings', { api, caller: admin })
      expect(await screen.findByText(text)).toBeVisible()
      // The switches take precedence over the dates.
      await user.click(await toggle('Stop application requests'))
      expect(screen.getByText(text)).toBeVisible()
      expect(
        screen.getByText('After saving: No, because “Stop application requests” is on'),
      ).toBeVisible()
    },
  )

  test('explain next to each of the two admission switches when to use it', async () => {
    await openConsole('/admin/settings', { api, caller: admin })
    expect(await toggle('Registration open')).toHaveAccessibleDescription(
      /on during admission and off for the rest of the year/,
    )
    expect(await toggle('Stop application requests')).toHaveAccessibleDescription(
      /^For emergencies only/,
    )
  })

  test('do not show dates of an admission that is not saved yet, and show the title of a restored reference', async () => {
    const session = await api.call<WireRecord>(admin, 'POST', '/api/admission-sessions/create', {
      name: 'Admission of spring',
      academicYear: '2027-2028',
    })
    const { version, _titles } = await stored()
    await api.call(admin, 'PUT', '/api/settings/update', {
      version,
      registrationOpen: true,
      stopApplicationRequests: false,
      admissionSessionId: session.data.id,
      reason: 'Spring',
    })
    const user = await openConsole('/admin/settings?tab=history', { api, caller: admin })
    const [row] = (await screen.findAllByText('Spring'))
      .map((cell) => cell.closest('tr'))
      .filter((each) => each?.textContent?.includes('Current admission'))
    await user.click(
      within(row as HTMLElement).getByRole('button', {
        name: `Restore: ${_titles.admissionSessionId}`,
      }),
    )
    const review = within(await screen.findByRole('dialog', { hidden: true }))
    expect(
      await review.findByText(
        'After saving: Yes, within the dates of the selected admission session',
      ),
    ).toBeInTheDocument()
  })

  test('link to the admissions, to decisions that wait for release and to overfull classes (R-D02)', async () => {
    const classes = await (await serverSide()).startClassesApp()
    const full = await classes.addClass('A1', 'G1')
    for (const firstName of ['Ana', 'Dan'])
      await classes.enrol(full, (await classes.addStudent({ firstName })).personId)
    await classes.updateSettings({ maxStudentsPerCourse: 1 })
    const user = await openConsole('/admin/settings', { api: classes, caller: classes.admin })
    expect(await screen.findByText('1 class exceeds this limit:')).toBeVisible()
    expect(screen.getByRole('link', { name: 'A1 G1: 2 students' })).toHaveAttribute(
      'href',
      `/admin/classes/${full}`,
    )
    expect(
      screen.getByRole('link', { name: 'Decisions to release' }).getAttribute('href'),
    ).toContain('view=toRelease')
    await user.click(screen.getByRole('link', { name: 'All admission sessions and their dates' }))
    expect(await screen.findByRole('columnheader', { name: /^Opens/ })).toBeVisible()
    cleanup()
    await allAnswered()
    await classes.close()
  })

  test('name the current admission, in the form and in the history (R-D02)', async () => {
    const session = await api.call<WireRecord>(admin, 'POST', '/api/admission-sessions/create', {
      name: 'Admission of autumn',
      academicYear: '2027-2028',
    })
    const { version } = await stored()
    await api.call(admin, 'PUT', '/api/settings/update', {
      version,
      admissionSessionId: session.data.id,
      decisionRelease: 'manual',
      reason: 'Autumn',
    })
    const user = await openConsole('/admin/settings', { api, caller: admin })
    const admission = within(await screen.findByRole('region', { name: 'Admission' }))
    expect(await admission.findByText('Admission of autumn')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'History' }))
    const cells = (await screen.findAllByText('Autumn')).map(
      (cell) => cell.closest('tr')?.textContent ?? '',
    )
    expect(
      cells.some(
        (text) => text.includes('Current admission') && text.includes('Admission of autumn'),
      ),
    ).toBe(true)
    expect(
      cells.some((text) => text.includes('Release of decisions') && text.includes('Manual')),
    ).toBe(true)
  })

  test('have sections with their own URLs, and link to related lists', async () => {
    const user = await openConsole('/admin/settings#teaching', { api, caller: admin })
    await waitFor(() => expect(screen.getByRole('region', { name: 'Teaching' })).toHaveFocus())
    const sections = within(screen.getByRole('navigation', { name: 'Sections' }))
    expect(sections.getByRole('link', { name: 'Teaching' })).toHaveAttribute(
      'aria-current',
      'location',
    )
    await user.click(sections.getByRole('link', { name: 'Finances' }))
    await waitFor(() => expect(screen.getByRole('region', { name: 'Finances' })).toHaveFocus())
    await user.click(sections.getByRole('link', { name: 'Data' }))
    expect(screen.getByRole('region', { name: 'Data' })).toHaveFocus()
    const lists = within(screen.getByRole('navigation', { name: 'Lists' }))
    expect(lists.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin/admission-sessions',
      '/admin/academic-years',
      '/admin/academic-periods',
      '/admin/settings/mails',
    ])
  })

  test('show differences from the default, and reset them after a preview', async () => {
    const { version } = await stored()
    await api.call(admin, 'PUT', '/api/settings/update', {
      version,
      maxStudentsPerCourse: 47,
      passMark: 5,
    })
    const user = await openConsole('/admin/settings?tab=different', { api, caller: admin })
    const row = await screen.findByRole('row', { name: /^Maximum students per course 47 30/ })
    expect(screen.queryByRole('row', { name: /^Passing grade/ })).toBeNull()
    await user.click(within(row).getByRole('button', { name: /^Restore default/ }))
    const review = within(await screen.findByRole('dialog', { hidden: true }))
    await user.click(review.getByRole('button', { name: 'Save', hidden: true }))
    await waitFor(async () => expect((await stored()).maxStudentsPerCourse).toBe(30))
  })

  test('show a message when they cannot be loaded, and offer to retry (R-D03)', async () => {
    const user = await openConsole('/admin/settings', {
      api,
      caller: admin,
      before: () => handle(single, () => failureResponse(503, 'server.busy', 'Busy')),
    })
    expect(await screen.findByText('No settings available')).toBeVisible()
    expect(
      screen.getByText(
        'This settings service page may be temporarily unavailable. Please try again later.',
      ),
    ).toBeVisible()
    network.resetHandlers()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('switch', { name: 'Registration open' })).toBeVisible()
  })
})
