import { clearSelections } from '@matricola/console/pages/bulk/selection.ts'
import { resetJobTracking } from '@matricola/console/pages/jobs/job-tracking.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { bulkCall } from '@matricola/schema/calls/bulk-and-import.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { type Endpoint, endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { dropFirstResponse } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { withIdempotencyKey } from '#src/http.ts'
import { testedApp } from '#tests/support/tested-app.ts'
import { setUpConsoleApp } from '../support/console-app.tsx'

const departments = endpointsOf(getResource('departments'))
const courses = endpointsOf(getResource('courses'))
const site = setUpConsoleApp(async (make) => {
  const department = await make('departments', { name: 'Informatică' })
  const programme = {
    name: 'Calculatoare',
    code: 'CAL',
    departmentProfileId: department.id,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const { id: specializationId } = await make('specializations', programme)
  await make('courses', {
    name: 'Algebră',
    code: 'CAL-1',
    specializationId,
    year: 1,
    semester: 1,
    credits: 5,
  })
  return department.id
})
beforeEach(() => {
  clearSelections()
  resetJobTracking()
})

const texts = testedApp.loadTexts()
const lostConnectionText = (language: Language = 'en') =>
  texts.text(language, 'errors:failed.cut').replaceAll('\u00a0', ' ')

test.each(languages)(
  'if the connection is cut while a new record is saved, one message appears in %s, and a retry creates the record only once',
  async (language) => {
    const user = await site.open('/admin/departments/create', { language })
    const { keys } = dropFirstResponse(departments.create)
    const name = texts.text(language, 'resources:departments.fields.name')
    await user.type(await screen.findByRole('textbox', { name }), 'Geografie')
    const save = screen.getByRole('button', { name: texts.text(language, 'pages:form.save') })
    await user.click(save)
    expect(await screen.findByText(lostConnectionText(language))).toBeTruthy()
    expect(
      screen.getAllByRole('alert').filter(({ textContent }) => textContent !== ''),
    ).toHaveLength(1)
    await user.click(save)
    await waitFor(() => expect(window.location.pathname).not.toContain('create'))
    expect(new Set(keys()).size).toBe(1)
    const { data } = await site.api.call<Page<WireRecord>>(
      site.as('admin'),
      'GET',
      `${departments.list.path}?search=Geografie`,
    )
    expect(data.totalCount).toBe(1)
  },
)

interface Sent {
  readonly address: () => string
  readonly endpoint: Endpoint
  /** Presses the button that sends, the first time and on retry. */
  readonly send: (user: UserEvent) => Promise<unknown>
}

test.each<[what: string, sent: Sent]>([
  [
    'changing a cell of a list',
    {
      address: () => '/admin/courses',
      endpoint: courses.update,
      send: async (user) => {
        const input = screen.queryByRole<HTMLInputElement>('textbox', { name: 'Module' })
        if (input) return user.type(input, '{Enter}')
        await user.click(await screen.findByRole('button', { name: 'Edit Module: Algebră' }))
        await user.type(await screen.findByRole('textbox', { name: 'Module' }), 'M1{Enter}')
      },
    },
  ],
  [
    'running an action on many records',
    {
      address: () => '/admin/courses',
      endpoint: bulkCall(getResource('courses')),
      send: async (user) => {
        const box = await screen.findByRole<HTMLInputElement>('checkbox', {
          name: 'Select Algebră',
        })
        if (!box.checked) await user.click(box)
        await user.click(
          within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', {
            name: 'Deactivate',
          }),
        )
      },
    },
  ],
])(
  '%s shows one message if the connection is cut, and a retry sends the same key',
  async (_, { address, endpoint, send }) => {
    const user = await site.open(address())
    const { requests, keys } = dropFirstResponse(endpoint)
    await send(user)
    expect(await screen.findAllByText(lostConnectionText())).toHaveLength(1)
    expect(screen.queryByText(/failed|Failed/)).toBeNull()
    await send(user)
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys()[1]).toBe(keys()[0])
  },
)

test('a click keeps its idempotency key until there is a response, and the next click uses another key', async () => {
  const sent: string[] = []
  const press = (text: string, outcome: HttpError | null) =>
    withIdempotencyKey([text], async (headers) => {
      sent.push(headers['idempotency-key'])
      if (outcome) throw outcome
    }).catch(() => {})
  const [lost, refusal] = [0, 409].map((statusCode) => new HttpError({ statusCode, message: '' }))
  await press('start', lost ?? null)
  await press('pause', null)
  await press('start', refusal ?? null)
  await press('start', null)
  const [first, other, repeated, next] = sent
  expect(repeated).toBe(first)
  expect(new Set([first, other, next]).size).toBe(3)
})
