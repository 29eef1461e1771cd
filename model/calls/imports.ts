/** Calls for imports that have not been started: mapping columns and correcting rows. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { cells, columnMeanings, importChange, imported, jobItem, valueReplacement, wrongValue } from '../wire/jobs.ts'

const of = { tag: 'Jobs', access: 'signedIn', missing: 'job.missing' } as const

export const read = defineCall({
  ...of,
  method: 'GET',
  path: '/api/imports/:id',
  summary: 'An import: how its file was read, and what its columns mean',
  output: imported,
})

export const map = defineCall({
  ...of,
  method: 'PATCH',
  path: '/api/imports/:id',
  summary: 'Says what the columns of an import mean and has its rows checked',
  input: importChange,
  output: imported,
})

export const mendRow = defineCall({
  ...of,
  method: 'PATCH',
  path: '/api/imports/:id/rows/:position',
  summary: 'Puts one row of an import right; it is checked at once',
  input: z.strictObject({ cells: cells() }),
  output: jobItem,
})

export const meanings = defineCall({
  ...of,
  method: 'GET',
  path: '/api/imports/:id/meanings',
  summary: 'What every value in the columns of choices and references is taken for, before the rows are checked',
  output: z.array(columnMeanings),
})

export const wrongValues = defineCall({
  ...of,
  method: 'GET',
  path: '/api/imports/:id/values',
  summary: 'What rows with problems say that no field of their column can hold, said by most rows first',
  output: z.array(wrongValue),
})

export const replaceValue = defineCall({
  ...of,
  method: 'PATCH',
  path: '/api/imports/:id/values',
  summary: 'Puts a text in the place of another in every row that says it in a column; once rows are checked, in those with problems',
  input: valueReplacement,
  output: imported,
})
