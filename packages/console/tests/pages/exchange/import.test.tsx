import * as importCalls from '@matricola/schema/calls/imports.ts'
import * as jobCalls from '@matricola/schema/calls/jobs.ts'
import { maxImportBytes } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { libraryRegistry } from '@matricola/testing/library/pages.tsx'
import {
  failureResponse,
  handle,
  modifyResponses,
  network,
} from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { delay, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { csvFile, fileInput, setUpExchangeApp } from './support.tsx'

const { open, createBranches: branches } = setUpExchangeApp()
const page = '/admin/branches/import'
const calls = endpointsOf(libraryRegistry.get('branches'))

const file = (prefix: string) =>
  csvFile([
    'Denumire;E-mail;Biroul meu',
    `${prefix} Fizică;fizica@univ.ro;A 1`,
    `${prefix} Chimie;no address;A 2`,
    `${prefix} Drept;;A 3`,
  ])

/** Uploads the file and continues to its columns. */
async function goToColumns(prefix: string) {
  const opened = await open('admin', page)
  await screen.findByRole('heading', { name: 'Import: Branches' })
  await opened.user.upload(fileInput(), file(prefix))
  await screen.findByText('3 rows.', { exact: false })
  await opened.user.click(screen.getByRole('button', { name: 'Continue to columns' }))
  await screen.findByRole('heading', { name: 'Match columns' })
  return opened
}

const fieldSelectOf = (heading: string) =>
  screen.getByRole<HTMLSelectElement>('combobox', { name: `Field for column ${heading}` })

async function goToPreview(prefix: string) {
  const opened = await goToColumns(prefix)
  await opened.user.selectOptions(fieldSelectOf('Biroul meu'), 'Office')
  await opened.user.click(screen.getByRole('button', { name: 'Check the rows' }))
  await screen.findByRole('textbox', { name: /^Email, row 3/ })
  return opened
}

/** Returns the number below a label in the row of counts. */
const count = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

describe('an import file', () => {
  test('is read without further input, and the detected format is shown next to its first cells', async () => {
    const { user } = await open('admin', page)
    await user.upload(
      await screen.findByLabelText('Choose a file', { selector: 'input' }),
      file('A'),
    )
    expect(await screen.findByText(/^3 rows\. 3 columns\./)).toBeTruthy()
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Separator' }).value).toBe(';')
    expect(screen.getByRole('cell', { name: 'A Fizică' })).toBeTruthy()
    expect(new URL(window.location.href).searchParams.get('id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('can be read again with another separator', async () => {
    const { user } = await open('admin', page)
    await user.upload(
      await screen.findByLabelText('Choose a file', { selector: 'input' }),
      csvFile(['Name,a;b', 'X,1;2']),
    )
    await screen.findByText(/^1 row\. 2 columns\./)
    const first = window.location.search
    await user.selectOptions(screen.getByRole('combobox', { name: 'Separator' }), 'Tab')
    expect(await screen.findByText(/^1 row\. 1 column\./)).toBeTruthy()
    expect(window.location.search).not.toBe(first)
  })

  test('with a title above its headings shows which row has them, and lets the user choose another row', async () => {
    const { user } = await open('admin', page)
    await user.upload(
      await screen.findByLabelText('Choose a file', { selector: 'input' }),
      csvFile(['Branches 2026;', 'Name;Office', 'X;1', 'Y;2']),
    )
    await screen.findByText(/^2 rows\. 2 columns\./)
    expect(screen.getByText('1 row above the headings is not imported.')).toBeTruthy()
    const row = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Heading row' })
    expect(row.selectedOptions[0]?.textContent).toBe('Row 2: Name · Office')
    await user.selectOptions(row, 'Row 3: X · 1')
    expect(await screen.findByText(/^1 row\. 2 columns\./)).toBeTruthy()
    expect(screen.getByText('2 rows above the headings are not imported.')).toBeTruthy()
  })

  test('with a duplicate heading says why the second column is not imported', async () => {
    const { user } = await open('admin', page)
    await user.upload(
      await screen.findByLabelText('Choose a file', { selector: 'input' }),
      csvFile(['Name;Office;Office', 'X;1;2']),
    )
    await user.click(await screen.findByRole('button', { name: 'Continue to columns' }))
    expect(
      await screen.findByText(
        'Column “Office” has the same meaning, so this one is not imported. To import it, choose a field.',
      ),
    ).toBeTruthy()
    const [, first, second] = screen.getAllByRole<HTMLSelectElement>('combobox', {
      name: /^Field for column/,
    })
    expect([first?.value, second?.value]).toEqual(['office', ''])
  })

  test('that removes values shows how many, before the import starts', async () => {
    const { user, browser } = await open('admin', page)
    await browser.call('POST', '/api/branches/create', {
      name: 'Emptied',
      office: 'B 7',
      officeHours: 'luni',
      isActive: true,
    })
    await user.upload(
      await screen.findByLabelText('Choose a file', { selector: 'input' }),
      csvFile(['Name;Office;Office hours', 'Emptied;;']),
    )
    await user.click(await screen.findByRole('button', { name: 'Continue to columns' }))
    await user.click(await screen.findByRole('button', { name: 'Check the rows' }))
    await user.click(await screen.findByRole('button', { name: 'Preview changes' }))
    expect(
      await screen.findByText('Empty cells in this file remove 2 values from existing records.'),
    ).toBeTruthy()
  })

  test.each([
    ['is empty', csvFile([], 'empty.csv'), 'This file is empty. Choose another one.'],
    [
      'is a PDF',
      new File(['%PDF-1.7'], 'list.pdf'),
      'This is a PDF. Ask for the table as XLSX or CSV.',
    ],
    [
      'is a picture',
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'list.jfif'),
      'This is an image. Ask for the table as XLSX or CSV.',
    ],
    [
      'is too large',
      new File([new Uint8Array(maxImportBytes + 1)], 'large.csv'),
      /^This file is too large: the limit is 5 MB/,
    ],
    [
      'cannot be read',
      new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])], 'broken.xlsx'),
      'This file is damaged. Open it in a spreadsheet program, save it as XLSX and try again.',
    ],
    [
      'is a web page under another name',
      new File(['<html><table><tr><td>Name</td></tr></table></html>'], 'export.xls'),
      'This is a web page, even if its name suggests otherwise. Open it in a spreadsheet program and save it as XLSX.',
    ],
  ])('that %s is refused with a message', async (_, chosen, text) => {
    const { user } = await open('admin', page)
    await screen.findByRole('heading', { name: 'Choose a file' })
    // A browser's file chooser can be switched to show all files.
    const input = fileInput()
    input.accept = ''
    await user.upload(input, chosen)
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(text)).toBeTruthy()
    expect(within(alert).getByText(chosen.name)).toBeTruthy()
    // The cause is the file, so there is no error reference and no retry.
    expect(within(alert).queryByText(/^Error reference/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test.each([
    ['the connection is lost', () => Response.error(), /there is no connection/],
    ['the server is busy', () => failureResponse(503, 'server.busy', ''), /the server is busy/],
  ])('can be sent again without choosing it again when %s', async (_, answer, text) => {
    const { user } = await open('admin', page)
    await screen.findByRole('heading', { name: 'Choose a file' })
    let tries = 0
    const { requests } = handle(calls.imports, () => {
      tries += 1
      return answer()
    })
    await user.upload(fileInput(), file('B'))
    expect(within(await screen.findByRole('alert')).getByText(text)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(tries).toBe(2))
    expect(requests.length).toBe(2)
  })

  test('can be based on a template in the language of the page', async () => {
    await open('admin', page, 'ro')
    const link = await screen.findByRole('link', { name: 'Șablon XLSX' })
    expect(link.getAttribute('href')).toBe('/api/branches/imports/template?format=xlsx&lng=ro')
  })
})

describe('the columns of an import', () => {
  test('are recognised by their names in any language, each field once', async () => {
    const { user } = await goToColumns('C')
    expect(fieldSelectOf('Denumire').selectedOptions[0]?.textContent).toBe('Name')
    expect(fieldSelectOf('Biroul meu').value).toBe('')
    await user.selectOptions(fieldSelectOf('Biroul meu'), 'Email')
    expect(fieldSelectOf('E-mail').value).toBe('')
  })

  test('require a column that identifies records before the next step, and the user can choose it above the table', async () => {
    const { user } = await goToColumns('D')
    await user.selectOptions(fieldSelectOf('Denumire'), 'Do not import')
    const missing = screen.getByText(/^Choose the column that identifies the record of each row/)
    await user.click(screen.getByRole('button', { name: 'Check the rows' }))
    expect(screen.getByRole('heading', { name: 'Match columns' })).toBeTruthy()
    const box = missing.closest<HTMLElement>('.import-missing')
    await user.selectOptions(
      within(box as HTMLElement).getByRole('combobox', { name: 'Name' }),
      'Denumire',
    )
    expect(screen.queryByText(/^Choose the column that identifies/)).toBeNull()
    expect(fieldSelectOf('Denumire').selectedOptions[0]?.textContent).toBe('Name')
  })
})

describe('the preview of an import', () => {
  test('counts the rows, shows only those with problems, and checks a corrected cell immediately', async () => {
    const { user } = await goToPreview('E')
    await waitFor(() => expect([count('New'), count('With problems')]).toEqual(['2', '1']))
    const cell = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email, row 3' })
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText('E Fizică')).toBeNull()
    await user.clear(cell)
    await user.type(cell, 'chimie@univ.ro{Enter}')
    expect(await screen.findByText('Ready to import')).toBeTruthy()
    await waitFor(() => expect([count('New'), count('With problems')]).toEqual(['3', '0']))
    expect(cell.getAttribute('aria-invalid')).toBe('false')
  })

  test('keeps typed values when they cannot be checked, and after a reload', async () => {
    const { user } = await goToPreview('F')
    handle({ method: 'PATCH', path: '/api/imports/:id/rows/:position' }, () => Response.error())
    const cell = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email, row 3' })
    await user.clear(cell)
    await user.type(cell, 'chimie@univ.ro{Enter}')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(cell.value).toBe('chimie@univ.ro')
    await open('admin', window.location.pathname + window.location.search)
    const emailInput = (
      await screen.findAllByRole<HTMLInputElement>('textbox', { name: 'Email, row 3' })
    ).at(-1)
    expect(emailInput?.value).toBe('chimie@univ.ro')
  })
})

test('an import shows each change from old to new value, lets the user choose, and makes exactly those changes', async () => {
  await branches(1, () => 'G Fizică')
  const { user } = await goToPreview('G')
  await waitFor(() => expect([count('New'), count('Changed')]).toEqual(['1', '1']))
  await user.click(screen.getByRole('button', { name: 'Preview changes' }))
  await screen.findByRole('heading', { level: 2, name: 'Preview' })
  expect(
    await screen.findAllByText((_, element) => element?.textContent === 'fizica@univ.ro'),
  ).not.toEqual([])

  const unknown = screen.getByRole('group', { name: 'Rows for new records' })
  await user.click(within(unknown).getByRole('radio', { name: 'Skip them' }))
  await user.click(await screen.findByRole('button', { name: 'Import 1 row' }))
  await screen.findByRole('heading', { name: 'The import is complete' })
  expect([count('Created'), count('Changed'), count('Skipped')]).toEqual(['0', '1', '2'])

  // The toast has an Undo button, too.
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('This import was undone. View the undo job.')).toBeTruthy()
})

test('an import with problems does not start if the user chooses so; otherwise it offers the rejected rows as a file', async () => {
  const { user } = await goToPreview('H')
  await user.click(screen.getByRole('button', { name: 'Preview changes' }))
  const group = await screen.findByRole('group', { name: 'When rows have problems' })
  await user.click(within(group).getByRole('radio', { name: 'Import nothing' }))
  expect(
    await screen.findByText(/^1 row has problems, and you chose to import nothing in that case/),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 2 rows' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await user.click(within(group).getByRole('radio', { name: 'Import the others' }))
  await user.click(screen.getByRole('button', { name: 'Import 2 rows' }))
  await screen.findByRole('heading', { name: 'The import is complete' })
  expect([count('Created'), count('Rejected')]).toEqual(['2', '1'])
  const rejected = screen.getByRole('link', { name: 'Download as CSV' })
  expect(rejected.getAttribute('href')).toMatch(
    /items\/export\?outcome=denied%2Cstate%2Cclaimed%2Cinvalid%2Cstale&format=csv&lng=en$/,
  )
})

test('a click on the button right after a choice is not lost, even if saving the choice takes long', async () => {
  const { user } = await goToPreview('J')
  await user.click(screen.getByRole('button', { name: 'Preview changes' }))
  const group = await screen.findByRole('group', { name: 'When rows have problems' })
  await user.click(within(group).getByRole('radio', { name: 'Import nothing' }))
  await screen.findByText(/^1 row has problems, and you chose to import nothing in that case/)
  network.use(http.patch(`*${importCalls.mapColumns.path}`, () => delay(400).then(() => undefined)))
  await user.click(within(group).getByRole('radio', { name: 'Import the others' }))
  await user.click(screen.getByRole('button', { name: 'Import 2 rows' }))
  expect(await screen.findByRole('heading', { name: 'The import is complete' })).toBeTruthy()
})

test('a running import shows its planned changes, and a finished import its results', async () => {
  const { user } = await goToPreview('I')
  await waitFor(() => expect(count('New')).toBe('2'))
  await user.click(screen.getByRole('button', { name: 'Preview changes' }))
  expect(await screen.findByRole('button', { name: '2 will be imported' })).toBeTruthy()
  let isOver = false
  const runningJob = {
    state: 'running',
    counts: { ready: 1, done: 1, invalid: 1 },
    done: 2,
    can: ['pause', 'cancel'],
  }
  modifyResponses<WireJob>(jobCalls.job, (job) => (isOver ? job : { ...job, ...runningJob }))
  await user.click(await screen.findByRole('button', { name: 'Import 2 rows' }))
  await screen.findByRole('heading', { name: 'The import is running' })
  expect([count('New'), count('With problems')]).toEqual(['2', '1'])
  expect(screen.queryByText('Created')).toBeNull()
  isOver = true
  await screen.findByRole('heading', { name: 'The import is complete' })
  expect([count('Created'), count('Rejected')]).toEqual(['2', '1'])
})

test('an unknown import shows a message and offers to start again', async () => {
  await open('admin', `${page}?id=0199a000-0000-7000-8000-000000000099`)
  expect(
    await screen.findByText('This import no longer exists. Choose the file again.'),
  ).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Choose a file' })).toBeTruthy()
})
