/** Calls for bulk jobs of any resource. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { exportFormats } from '../wire/exchange.ts'
import { job as aJob, jobItems, jobKinds, jobPage, jobStates, outcomes, selection } from '../wire/jobs.ts'
import { about, page, words } from '../wire/shapes.ts'

/** Callers who may not see the job get `job.missing`. */
const of = { tag: 'Jobs', access: 'signedIn', missing: 'job.missing' } as const

const outcome = about('Outcomes, separated by commas; all by default.', words(outcomes))

export const jobs = defineCall({
  ...of,
  method: 'GET',
  path: '/api/jobs',
  summary: 'Jobs of the person signed in, of everybody for admins, newest first',
  query: z.strictObject({
    ...page,
    state: about('States, separated by commas', words(jobStates)),
    kind: about('Kinds, separated by commas', words(jobKinds)),
    own: about('true: of the caller alone', z.optional(z.literal('true'))),
  }),
  output: jobPage,
})

export const job = defineCall({ ...of, method: 'GET', path: '/api/jobs/:id', summary: 'One job', output: aJob })

export const items = defineCall({
  ...of,
  method: 'GET',
  path: '/api/jobs/:id/items',
  summary: 'What became of each row of a job',
  query: z.strictObject({ ...page, outcome }),
  output: jobItems,
})

export const itemsFile = defineCall({
  ...of,
  method: 'GET',
  path: '/api/jobs/:id/items/export',
  summary: 'The rows of a job as a file: what became of each, or rows of a file with the reasons to put them right',
  query: z.strictObject({
    ...page,
    outcome,
    format: about(`One of ${exportFormats.join(', ')}; csv by default.`, words(exportFormats)),
    lng: about('Language of headings and words.', z.optional(z.string())),
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
  input: z.strictObject({ outcomes: z.array(z.enum(outcomes)).check(z.minLength(1), z.maxLength(outcomes.length)) }),
  output: selection,
  status: 201,
})
