import { HttpError } from '@matricola/providers/http.ts'
import { bulkCall } from '@matricola/schema/calls/bulk-and-import.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { type Endpoint, endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import {
  libraryConsole,
  libraryRegistry,
  setUpConsoleApp,
} from '@matricola/testing/library/pages.tsx'
import { dropFirstResponse } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { clearSelections } from '../../../pages/bulk/selection.ts'
import { resetJobTracking } from '../../../pages/jobs/job-tracking.ts'

const branches = endpointsOf(libraryRegistry.get('branches'))
const books = endpointsOf(libraryRegistry.get('books'))
const site = setUpConsoleApp(async (make) => {
  const branch = await make('branches', { name: 'Informatică' })
  await make('books', { title: 'Algebră', isbn: '9789731234567' })
  return branch.id
})
beforeEach(() => {
  clearSelections()
  resetJobTracking()
})

const textOf = (language: Language, key: string) => site.api.context.texts.text(language, key)
const lostConnectionText = (language: Language = 'en') =>
  textOf(language, 'errors:failed.cut').replaceAll('\u00a0', ' ')

test.each(libraryRegistry.languages)(
  'if the connection is cut while a new record is saved, one message appears in %s, and a retry creates the record only once',
  async (language) => {
    const user = await site.open('/admin/branches/create', { language })
    const { keys } = dropFirstResponse(branches.create)
    await user.type(await screen.findByRole('textbox', { name: /^(Name|Denumire)$/ }), 'Geografie')
    const save = screen.getByRole('button', { name: textOf(language, 'pages:form.save') })
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
      `${branches.list.path}?search=Geografie`,
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
      address: () => '/admin/books',
      endpoint: books.update,
      send: async (user) => {
        const input = screen.queryByRole<HTMLInputElement>('textbox', { name: 'Author' })
        if (input) return user.type(input, '{Enter}')
        await user.click(await screen.findByRole('button', { name: 'Edit Author: Algebră' }))
        await user.type(await screen.findByRole('textbox', { name: 'Author' }), 'Ion Pop{Enter}')
      },
    },
  ],
  [
    'running an action on many records',
    {
      address: () => '/admin/books',
      endpoint: bulkCall(libraryRegistry.get('books')),
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
    libraryConsole.providers.http
      .withIdempotencyKey([text], async (headers) => {
        sent.push(headers['idempotency-key'])
        if (outcome) throw outcome
      })
      .catch(() => {})
  const [lost, refusal] = [0, 409].map((statusCode) => new HttpError({ statusCode, message: '' }))
  await press('start', lost ?? null)
  await press('pause', null)
  await press('start', refusal ?? null)
  await press('start', null)
  const [first, other, repeated, next] = sent
  expect(repeated).toBe(first)
  expect(new Set([first, other, next]).size).toBe(3)
})
