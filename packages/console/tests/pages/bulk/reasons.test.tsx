import * as jobCalls from '@matricola/schema/calls/jobs.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireJob, WireJobItems } from '@matricola/schema/wire/jobs.ts'
import type { LibraryApp } from '@matricola/testing/library/app.ts'
import {
  libraryRegistry,
  openConsole,
  startLibraryWithJobs,
} from '@matricola/testing/library/pages.tsx'
import { modifyResponses } from '@matricola/testing/pages/network.ts'
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'

let library: LibraryApp
beforeAll(async () => {
  library = await startLibraryWithJobs()
})
afterAll(() => library.close())

// The only test in this file, because the texts of jobs stay loaded once they have been loaded.
test('if the first page opened is that of a job, it says why the job failed and why each row was skipped', async () => {
  const endpoints = endpointsOf(libraryRegistry.get('branches'))
  const selection = await library.call<{ id: string }>(
    library.admin,
    'POST',
    endpoints.selections.path,
    { ids: [(await library.create('branches', { name: 'Filologie' })).id] },
  )
  const { data: job } = await library.call<WireJob>(library.admin, 'POST', endpoints.bulk.path, {
    ...{ selection: selection.data.id, action: 'deactivate' },
  })
  const codes = [
    'undo.changedSince',
    'row.unknown',
    'cell.meansNothing',
    'reference.several',
    'admin.last',
    'table.damaged',
  ]
  modifyResponses<WireJob>(jobCalls.job, (one) => ({
    ...one,
    state: 'failed',
    error: 'storage.full',
    counts: { invalid: codes.length },
  }))
  modifyResponses<WireJobItems>(jobCalls.items, (page) => ({
    ...page,
    list: codes.map((code, position) => ({
      ...page.list[0],
      position,
      outcome: 'invalid',
      changes: [],
      issues: { _: [{ code }] },
    })),
    totalCount: codes.length,
  }))
  await openConsole(`/admin/jobs/${job.id}`, { api: library, caller: library.admin })
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /The server has no disk space left and cannot save data at the moment\./,
  )
  const rows = within(await screen.findByRole('region', { name: 'Rows' }))
  await rows.findAllByRole('rowheader')
  expect(rows.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Not restored: this has been changed again since.',
    'No record has this key, and no new record will be created.',
    'This cell is not empty but contains no value. Enter a value, or empty the cell.',
    'Several records have this name. Enter a value that identifies only one of them.',
    'This is the last active administrator. Make another person an administrator first.',
    'This file is damaged. Open it in a spreadsheet program, save it as XLSX and try again.',
  ])
})
