/** Calls for imports that have not been started: mapping columns and correcting rows. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import {
  cellsSchema,
  columnMatchesSchema,
  importChangeSchema,
  importSchema,
  invalidValueSchema,
  jobItemSchema,
  valueReplacementSchema,
} from '../wire/jobs.ts'

const of = { tag: 'Jobs', access: 'signedIn', missing: 'job.missing' } as const

export const readImport = defineCall({
  ...of,
  method: 'GET',
  path: '/api/imports/:id',
  summary: 'An import: how its file was read, and what its columns mean',
  output: importSchema,
})

export const mapColumns = defineCall({
  ...of,
  method: 'PATCH',
  path: '/api/imports/:id',
  summary: 'Says what the columns of an import mean and has its rows checked',
  input: importChangeSchema,
  output: importSchema,
})

export const updateImportRow = defineCall({
  ...of,
  method: 'PATCH',
  path: '/api/imports/:id/rows/:position',
  summary: 'Puts one row of an import right; it is checked at once',
  input: z.strictObject({ cells: cellsSchema() }),
  output: jobItemSchema,
})

export const getValueMatches = defineCall({
  ...of,
  method: 'GET',
  path: '/api/imports/:id/meanings',
  summary: 'What every value in the columns of choices and references is taken for, before the rows are checked',
  output: z.array(columnMatchesSchema),
})

export const getInvalidValues = defineCall({
  ...of,
  method: 'GET',
  path: '/api/imports/:id/values',
  summary: 'What rows with problems say that no field of their column can hold, said by most rows first',
  output: z.array(invalidValueSchema),
})

export const replaceImportValue = defineCall({
  ...of,
  method: 'PATCH',
  path: '/api/imports/:id/values',
  summary: 'Puts a text in the place of another in every row that says it in a column; once rows are checked, in those with problems',
  input: valueReplacementSchema,
  output: importSchema,
})
