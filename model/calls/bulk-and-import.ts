/** Calls that work on many records of a resource at once. */
import * as z from 'zod/mini'
import type { AnyResource } from '../resource.ts'
import { languages, maxPickedRows, type Role } from '../vocabulary.ts'
import { editsSchema } from '../wire/bulk.ts'
import { defineCall } from '../wire/call.ts'
import { endpointsOf } from '../wire/endpoints.ts'
import { importSchema, jobSchema, pasteBlockSchema, selectionSchema } from '../wire/jobs.ts'
import { describedSchema } from '../wire/shapes.ts'

/** Maximum length of a query token from the `Query-Token` header of a list: the filters of a URL of maximum length, encrypted. */
const maxTokenLength = 12_000

const picked = z.array(z.uuid()).check(z.maxLength(maxPickedRows))
const chosen = z.strictObject({
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(maxTokenLength))),
  excluded: z.optional(picked),
  ids: z.optional(picked.check(z.minLength(1))),
})

/** Freezes a selection of records. `roles` are those that can use a selection. */
export const selectionCall = (resource: AnyResource, roles: readonly Role[]) =>
  defineCall({
    ...endpointsOf(resource).selections,
    summary: `Freezes records of ${resource.name}: all that match a list, by the token of its header Query-Token, or those named`,
    tag: resource.name,
    access: { roles },
    input: chosen,
    output: selectionSchema,
    status: 201,
  })

const work = z.strictObject({
  selection: z.uuid(),
  edit: z.optional(editsSchema),
  action: z.optional(z.string().check(z.maxLength(60))),
  input: z.optional(z.record(z.string(), z.unknown())),
  start: z.optional(z.boolean()),
})

export const bulkCall = (resource: AnyResource) =>
  defineCall({
    ...endpointsOf(resource).bulk,
    summary: `Edits the records of a selection of ${resource.name}, or takes an action on them: makes a job that checks every one first`,
    tag: resource.name,
    access: { resource, grant: 'bulk' },
    input: work,
    output: jobSchema,
    status: 202,
  })

export const pasteCall = (resource: AnyResource) =>
  defineCall({
    ...endpointsOf(resource).paste,
    summary: `Puts a block of cells into records of ${resource.name}: the job that checks them`,
    tag: resource.name,
    access: { resource, grant: 'bulk' },
    input: pasteBlockSchema,
    output: jobSchema,
    status: 202,
    limits: { bodyBytes: 4 * 1024 * 1024, holdsRows: true },
  })

const template = z.strictObject({
  format: describedSchema('csv or xlsx; csv by default.', z.optional(z.enum(['csv', 'xlsx']))),
  lng: describedSchema('Language of headings and words.', z.optional(z.enum(languages))),
})

export const templateCall = (resource: AnyResource) =>
  defineCall({
    ...endpointsOf(resource).importTemplate,
    summary: `An empty file for ${resource.name}: headings, an example row and, in a workbook, the words of choices`,
    tag: resource.name,
    access: { resource, grant: 'import' },
    query: template,
    media: 'application/octet-stream',
    limits: { refuseForeignGet: true },
  })

export const importCall = (resource: AnyResource) =>
  defineCall({
    ...endpointsOf(resource).imports,
    summary: `Sends a file of ${resource.name}, ${resource.import?.statement ? 'CSV, XLSX or a bank statement in MT940 or CAMT.053' : 'CSV or XLSX'}`,
    tag: resource.name,
    access: { resource, grant: 'import' },
    form: {
      file: 'The file.',
      encoding: 'As it is, where it is known.',
      separator: 'As it is, where it is known.',
      sheet: 'Of a workbook.',
      headingRow: 'Row of the headings, as a spreadsheet counts; found out where it is absent.',
    },
    output: importSchema,
    status: 201,
    repeats: 'itself',
    limits: { storesFile: true },
  })
