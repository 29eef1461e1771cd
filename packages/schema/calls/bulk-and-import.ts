/** Calls that work on many records of a resource at once. */
import * as z from 'zod/mini'
import { registryOf } from '../registry.ts'
import type { AnyResource } from '../resource.ts'
import { editOperators, maxPickedRows, type Role } from '../vocabulary.ts'
import { defineCall } from '../wire/call.ts'
import { endpointsOf } from '../wire/endpoints.ts'
import { importSchema, jobSchema, pasteBlockSchema, selectionSchema } from '../wire/jobs.ts'
import { describedSchema } from '../wire/shapes.ts'

/**
 * Maximum length of the token in the `Query-Token` header of a list. The token holds the encrypted
 * filters of a URL, which can have its maximum length.
 */
const maxTokenLength = 12_000

const pickedIds = z.array(z.uuid()).check(z.maxLength(maxPickedRows))
const selectionInput = z.strictObject({
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(maxTokenLength))),
  excluded: z.optional(pickedIds),
  ids: z.optional(pickedIds.check(z.minLength(1))),
})

/** Freezes a selection of records. `roles` are the roles that can use a selection. */
export const selectionCall = (resource: AnyResource, roles: readonly Role[]) =>
  defineCall({
    ...endpointsOf(resource).selections,
    summary: `Creates a selection of records of ${resource.name}: those named, or all that match a list, identified by the Query-Token header of its response`,
    tag: resource.name,
    access: { roles },
    input: selectionInput,
    output: selectionSchema,
    status: 201,
  })

/** Maximum number of fields in one bulk edit, and maximum length of `find`. */
const maxEdits = 20
const maxFindLength = 200

/** Schema of `edit`. `checkEdits` in `wire/bulk.ts` validates its fields. */
const editsSchema = z
  .array(
    z.strictObject({
      field: z.string().check(z.maxLength(60)),
      operator: z.enum(editOperators),
      value: z.optional(z.unknown()),
      find: z.optional(z.string().check(z.minLength(1), z.maxLength(maxFindLength))),
    }),
  )
  .check(z.minLength(1), z.maxLength(maxEdits))

const bulkInput = z.strictObject({
  selection: z.uuid(),
  edit: z.optional(editsSchema),
  action: z.optional(z.string().check(z.maxLength(60))),
  input: z.optional(z.record(z.string(), z.unknown())),
  start: z.optional(z.boolean()),
})

export const bulkCall = (resource: AnyResource) =>
  defineCall({
    ...endpointsOf(resource).bulk,
    summary: `Creates a job that edits the records of a selection of ${resource.name} or runs an action on them. The job checks every record first`,
    tag: resource.name,
    access: { resource, grant: 'bulk' },
    input: bulkInput,
    output: jobSchema,
    status: 202,
  })

export const pasteCall = (resource: AnyResource) =>
  defineCall({
    ...endpointsOf(resource).paste,
    summary: `Creates a job that checks a pasted block of cells for records of ${resource.name}`,
    tag: resource.name,
    access: { resource, grant: 'bulk' },
    input: pasteBlockSchema,
    output: jobSchema,
    status: 202,
    limits: { bodyBytes: 4 * 1024 * 1024, holdsRows: true },
  })

const templateQuery = (resource: AnyResource) =>
  z.strictObject({
    format: describedSchema('`csv` (the default) or `xlsx`.', z.optional(z.enum(['csv', 'xlsx']))),
    lng: describedSchema(
      'Language of headings and labels.',
      z.optional(z.enum(registryOf(resource).languages)),
    ),
  })

export const templateCall = (resource: AnyResource) =>
  defineCall({
    ...endpointsOf(resource).importTemplate,
    summary: `Returns a template file for ${resource.name}: headings, an example row and, in a workbook, the labels of choices`,
    tag: resource.name,
    access: { resource, grant: 'import' },
    query: templateQuery(resource),
    media: 'application/octet-stream',
    limits: { refuseForeignGet: true },
  })

export const importCall = (resource: AnyResource) =>
  defineCall({
    ...endpointsOf(resource).imports,
    summary: `Uploads a file of ${resource.name} to import: ${resource.import?.statement ? 'CSV, XLSX or a bank statement in MT940 or CAMT.053' : 'CSV or XLSX'}`,
    tag: resource.name,
    access: { resource, grant: 'import' },
    form: {
      file: 'The file.',
      encoding: 'Character encoding. Detected by default.',
      separator: 'Separator of the columns. Detected by default.',
      sheet: 'Sheet of a workbook.',
      headingRow: 'Number of the heading row, counted from 1. Detected by default.',
    },
    output: importSchema,
    status: 201,
    repeats: 'itself',
    limits: { storesFile: true },
  })
