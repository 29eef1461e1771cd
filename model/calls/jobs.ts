/** Calls for bulk jobs of any resource. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { exportFormats } from '../wire/exchange.ts'
import { jobSchema as aJob, jobItemsSchema, jobKinds, jobOutcomes, jobPageSchema, jobStates, selectionSchema } from '../wire/jobs.ts'
import { commaSeparated, describedSchema, pageQueryShape } from '../wire/shapes.ts'

/** Callers who may not see the job get `jobSchema.missing`. */
const of = { tag: 'Jobs', access: 'signedIn', missing: 'job.missing' } as const

const outcome = describedSchema('Outcomes, separated by commas; all by default.', commaSeparated(jobOutcomes))

export const jobs = defineCall({
  ...of,
  method: 'GET',
  path: '/api/jobs',
  summary: 'Jobs of the person signed in, of everybody for admins, newest first',
  query: z.strictObject({
    ...pageQueryShape,
    state: describedSchema('States, separated by commas', commaSeparated(jobStates)),
    kind: describedSchema('Kinds, separated by commas', commaSeparated(jobKinds)),
    own: describedSchema('true: of the caller alone', z.optional(z.literal('true'))),
  }),
  output: jobPageSchema,
})

export const job = defineCall({ ...of, method: 'GET', path: '/api/jobs/:id', summary: 'One job', output: aJob })

export const items = defineCall({
  ...of,
  method: 'GET',
  path: '/api/jobs/:id/items',
  summary: 'What became of each row of a job',
  query: z.strictObject({ ...pageQueryShape, outcome }),
  output: jobItemsSchema,
})

export const exportItems = defineCall({
  ...of,
  method: 'GET',
  path: '/api/jobs/:id/items/export',
  summary: 'The rows of a job as a file: what became of each, or rows of a file with the reasons to put them right',
  query: z.strictObject({
    ...pageQueryShape,
    outcome,
    format: describedSchema(`One of ${exportFormats.join(', ')}; csv by default.`, commaSeparated(exportFormats)),
    lng: describedSchema('Language of headings and words.', z.optional(z.string())),
  }),
  media: 'application/octet-stream',
  limits: { refuseForeignGet: true },
})

export const start = defineCall({
  ...of,
  method: 'POST',
  path: '/api/jobs/:id/start',
  summary: 'Starts a job that was checked; `expected` is the number of rows shown as ready',
  input: z.strictObject({ expected: z.int().check(z.nonnegative()) }),
  output: aJob,
})

export const include = defineCall({
  ...of,
  method: 'POST',
  path: '/api/jobs/:id/include',
  summary: 'Includes the rows that were left out because somebody else is at work on them; they are checked',
  output: aJob,
})

export const pause = defineCall({
  ...of,
  method: 'POST',
  path: '/api/jobs/:id/pause',
  summary: 'Holds a running job between two chunks',
  output: aJob,
})

export const resume = defineCall({ ...of, method: 'POST', path: '/api/jobs/:id/resume', summary: 'Lets a held job go on', output: aJob })

export const cancel = defineCall({
  ...of,
  method: 'POST',
  path: '/api/jobs/:id/cancel',
  summary: 'Stops a job for good; what was done stays done',
  output: aJob,
})

export const undo = defineCall({
  ...of,
  method: 'POST',
  path: '/api/jobs/:id/undo',
  summary: 'Makes a job that takes this one back; a second call answers the same job',
  input: z.strictObject({ start: z.optional(z.boolean()) }),
  output: aJob,
  status: 202,
})

export const selectItems = defineCall({
  ...of,
  method: 'POST',
  path: '/api/jobs/:id/selection',
  summary: 'A selection of the records of a job with those outcomes',
  input: z.strictObject({ outcomes: z.array(z.enum(jobOutcomes)).check(z.minLength(1), z.maxLength(jobOutcomes.length)) }),
  output: selectionSchema,
  status: 201,
})
