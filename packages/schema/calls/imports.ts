/** Calls for imports that have not been started: mapping columns and correcting rows. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import {
  cellsSchema,
  columnInterpretationsSchema,
  importChangeSchema,
  importSchema,
  invalidValueSchema,
  jobItemSchema,
  valueReplacementSchema,
} from '../wire/jobs.ts'

const importCall = { tag: 'Jobs', access: 'signedIn', missing: 'job.missing' } as const

export const readImport = defineCall({
  ...importCall,
  method: 'GET',
  path: '/api/imports/:id',
  summary: 'Returns an import: how its file was read, and the field of each column',
  output: importSchema,
})

export const mapColumns = defineCall({
  ...importCall,
  method: 'PATCH',
  path: '/api/imports/:id',
  summary: 'Assigns fields to the columns of an import and checks its rows',
  input: importChangeSchema,
  output: importSchema,
})

export const updateImportRow = defineCall({
  ...importCall,
  method: 'PATCH',
  path: '/api/imports/:id/rows/:position',
  summary: 'Corrects one row of an import and checks it',
  input: z.strictObject({ cells: cellsSchema() }),
  output: jobItemSchema,
})

export const getValueInterpretations = defineCall({
  ...importCall,
  method: 'GET',
  path: '/api/imports/:id/interpretations',
  summary:
    'Lists how each value in columns of choices and references is interpreted, before the rows are checked',
  output: z.array(columnInterpretationsSchema),
})

export const getInvalidValues = defineCall({
  ...importCall,
  method: 'GET',
  path: '/api/imports/:id/values',
  summary:
    'Lists the values that were rejected by their fields, from rows with problems, the most frequent first',
  output: z.array(invalidValueSchema),
})

export const replaceImportValue = defineCall({
  ...importCall,
  method: 'PATCH',
  path: '/api/imports/:id/values',
  summary:
    'Replaces a text in a column in every row that contains it, or after the check, only in rows with problems',
  input: valueReplacementSchema,
  output: importSchema,
})
