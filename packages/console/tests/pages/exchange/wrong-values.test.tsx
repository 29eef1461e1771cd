import * as importCalls from '@matricola/schema/calls/imports.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { csvFile, fileInput, setUpExchangeApp } from './support.tsx'

const { open } = setUpExchangeApp()

/** Uploads a file and checks it with the guessed column mapping. */
async function check(
  resource: string,
  lines: readonly string[],
  prepare?: (post: PostRecord) => Promise<unknown>,
) {
  const opened = await open('admin', `/admin/${resource}/import`)
  await prepare?.(
    async (path, body) => (await opened.browser.call<WireRecord>('POST', path, body)).data,
  )
  await screen.findByRole('heading', { name: 'Choose a file' })
  await opened.user.upload(fileInput(), csvFile(lines))
  await opened.user.click(await screen.findByRole('button', { name: 'Continue to columns' }))
  await opened.user.click(await screen.findByRole('button', { name: 'Check the rows' }))
  await screen.findByRole('heading', { name: 'Results of the check' })
  return opened
}
type PostRecord = (path: string, body: object) => Promise<WireRecord>

const count = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const branches = (prefix: string) => [
  'Denumire;E-mail',
  ...[1, 2, 3].map((n) => `${prefix} ${n};no address`),
  `${prefix} 4;nowhere`,
]

test('a value that causes several rows to be refused is replaced in all of them together', async () => {
  const { user } = await check('branches', branches('Fizică'))
  const input = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Email: replacement for “no address”',
  })
  // A value that occurs in a single row is corrected in that row.
  expect(screen.queryByRole('textbox', { name: /replacement for “nowhere”/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Replace in all 3 rows' }))
  expect(document.activeElement).toBe(input)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await user.type(input, 'office@univ.ro{Enter}')
  expect((await screen.findByText('“no address” was replaced in 3 rows.')).parentElement).toBe(
    document.activeElement,
  )
  await waitFor(() => expect([count('New'), count('With problems')]).toEqual(['3', '1']))
  expect(screen.queryByRole('button', { name: /^Replace in/ })).toBeNull()
  // Of the individual rows, only those with a remaining error are listed.
  await waitFor(() =>
    expect(screen.getAllByRole('textbox').map((box) => box.getAttribute('aria-label'))).toEqual([
      'Email, row 5',
    ]),
  )
})

test('a refused replacement stays in its input, with the reason next to it', async () => {
  const { user } = await check('branches', branches('Chimie'))
  const input = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Email: replacement for “no address”',
  })
  handle(importCalls.replaceImportValue, () =>
    failureResponse(409, 'job.changed', 'The rows have changed. Look again.'),
  )
  await user.type(input, 'office@univ.ro{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('The rows have changed. Look again.')
  expect(input.value).toBe('office@univ.ro')
})

test('before the preview, each value of a choice column shows its mapping, and is corrected once for all its rows', async () => {
  const opened = await open('admin', '/admin/volumes/import')
  const post = async (path: string, body: object) =>
    (await opened.browser.call<WireRecord>('POST', path, body)).data
  await post('/api/books/create', { title: 'Kw română', isbn: '9789730000001' })
  await screen.findByRole('heading', { name: 'Choose a file' })
  const rows = [1, 2].map((n) => `Curs ${n};KW-${n};kw romana;1;1;5;cartonata`)
  await opened.user.upload(
    fileInput(),
    csvFile([
      'Denumire;Cod;Carte;Parte;Etaj;Exemplare;Legătură',
      ...rows,
      'Curs 3;KW-3;Alta;1;1;5;Paperback',
    ]),
  )
  await opened.user.click(await screen.findByRole('button', { name: 'Continue to columns' }))
  const table = within(await screen.findByRole('table', { name: 'Carte: Book' }))
  const statusText = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 2)
          .map((cell) => cell.textContent),
      )
  expect(statusText()[1]).toEqual(['2', 'Kw română (write 9789730000001)'])
  expect(
    within(screen.getByRole('table', { name: 'Legătură: Binding' })).getByText('Hardcover', {
      selector: 'td',
    }),
  ).toBeTruthy()
  const box = table.getByRole('textbox', { name: 'Book: replacement for “Alta”' })
  await opened.user.clear(box)
  await opened.user.type(box, '9789730000001{Enter}')
  await screen.findByText('“Alta” was replaced in 1 row.')
  await waitFor(() =>
    expect(statusText().map(([, meaning]) => meaning)).toEqual([
      'Kw română (write 9789730000001)',
      'Kw română',
    ]),
  )
  await opened.user.click(screen.getByRole('button', { name: 'Check the rows' }))
  await screen.findByRole('heading', { name: 'Results of the check' })
  await waitFor(() => expect([count('New'), count('With problems')]).toEqual(['3', '0']))
})

test('a choice that is similar to a word is suggested, accepted with one click, and shown', async () => {
  const rows = [
    'Denumire;Cod;Carte;Parte;Etaj;Exemplare;Legătură',
    ...[1, 2].map((n) => `Curs ${n};KX-${n};9789730000002;1;1;5;Cartonat`),
  ]
  const { user } = await check('volumes', rows, async (post) => {
    await post('/api/books/create', { title: 'Kx', isbn: '9789730000002' })
  })
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: 'Binding: replacement for “Cartonat”',
  })
  expect(choice.value).toBe('Hardcover')
  const row = choice.closest('tr') as HTMLElement
  expect(within(row).getByText(/^Did you mean “Hardcover”\?/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Replace in all 2 rows' }))
  await waitFor(() => expect([count('New'), count('With problems')]).toEqual(['2', '0']))
})

test('values that were replaced in an earlier import are shown with their replacements, and one click replaces them all', async () => {
  const row = (n: number, kind: string) =>
    `Seminar ${n};KY-${n};9789730000003;${kind === 'fel' ? '1' : '2'};1;5;${kind}`
  const heading = 'Denumire;Cod;Carte;Parte;Etaj;Exemplare;Legătură'
  const first = await check(
    'volumes',
    [heading, ...[1, 2].map((n) => row(n, 'fel')), ...[3, 4].map((n) => row(n, 'altfel'))],
    async (post) => {
      await post('/api/books/create', { title: 'Ky', isbn: '9789730000003' })
    },
  )
  for (const [text, choice] of [
    ['fel', 'Hardcover'],
    ['altfel', 'Paperback'],
  ] as const) {
    const select = await screen.findByRole<HTMLSelectElement>('combobox', {
      name: `Binding: replacement for “${text}”`,
    })
    await first.user.selectOptions(select, choice)
    await first.user.click(
      within(select.closest('tr') as HTMLElement).getByRole('button', {
        name: 'Replace in all 2 rows',
      }),
    )
    await screen.findByText(`“${text}” was replaced in 2 rows.`)
  }
  document.body.replaceChildren()
  const { user } = await check('volumes', [heading, row(5, 'fel'), row(6, 'Altfel')])
  const select = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: 'Binding: replacement for “Altfel”',
  })
  expect(select.value).toBe('Paperback')
  expect(
    within(select.closest('tr') as HTMLElement).getByText('As in an earlier import'),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Replace 2 values as in earlier imports' }))
  await waitFor(() => expect([count('New'), count('With problems')]).toEqual(['2', '0']))
})
