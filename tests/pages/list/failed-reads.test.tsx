/** The texts that the specification prescribes for lists and pages that cannot be read. */
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import { getResource } from '#resources/index.ts'
import { setUpConsoleApp } from '../support/console-app.tsx'

const departments = endpointsOf(getResource('departments'))
const courses = endpointsOf(getResource('courses'))
const students = endpointsOf(getResource('students'))
const users = endpointsOf(getResource('users'))
const settings = endpointsOf(getResource('settings'))
const registrations = endpointsOf(getResource('registrations'))
const unknownId = '0199a000-0000-7000-8000-000000000077'
const site = setUpConsoleApp(async () => {})

describe('a failing list', () => {
  test.each([
    [
      '/admin/departments',
      departments,
      'A problem occured when trying to get the department data.',
    ],
    ['/admin/students', students, 'A problem occured when trying to get the student data.'],
  ])(
    '%s without a message from the server shows its own fallback text (R-K02, R-A14)',
    async (address, { list }, texts) => {
      handle(list, () => failureResponse(500, undefined, ''))
      await site.open(address)
      await waitFor(() =>
        expect(document.querySelector('.toast-error')?.textContent).toContain(texts),
      )
    },
  )

  test.each([
    [
      '/admin/departments',
      departments.list,
      'A problem occured when trying to get the department data.',
      'Get Department List failed.',
    ],
    [
      '/admin/users',
      users.list,
      'A problem occured when trying to get the user data.',
      'Get User List failed.',
    ],
    [
      `/admin/courses/${unknownId}`,
      courses.single,
      'A problem occured when trying to get the course data.',
      'Get Course failed.',
    ],
    [
      '/admin/settings',
      settings.single,
      'A problem occured when trying to get the application settings.',
      'Get Settings failed.',
    ],
    [
      '/admin/account',
      users.single,
      'A problem occured when trying to get the user data.',
      'Get User failed.',
    ],
    [
      `/admin/registrations/${unknownId}`,
      registrations.single,
      'A problem occured when trying to get the registration data.',
      '',
    ],
    [
      '/admin',
      dashboardCalls.dashboard,
      'A problem occured when trying to get the dashboard data.',
      '',
    ],
  ])(
    'for a failed read of %s shows a toast that names the call (R-K02)',
    async (address, call, message, text) => {
      handle(call, () => failureResponse(500, undefined, ''))
      await site.open(address)
      await waitFor(() =>
        expect(document.querySelector('.toast-error')?.textContent).toContain(message),
      )
      expect(document.querySelector('.toast-error')?.textContent).toContain(text)
    },
  )

  test('shows the text of the specification for failed courses (R-K01)', async () => {
    let isOffline = true
    handle(courses.list, () => (isOffline ? failureResponse(500, undefined, '') : undefined))
    const user = await site.open('/admin/courses')
    const retryButton = await screen.findByRole('button', { name: 'Try again' })
    isOffline = false
    await user.click(retryButton)
    expect(await screen.findByText('Get Course list successfully.')).toBeTruthy()
  })
})
