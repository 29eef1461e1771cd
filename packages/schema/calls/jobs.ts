/** Calls for bulk jobs of any resource. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { exportFormats } from '../wire/exchange.ts'
import { jobKinds, jobOutcomes, jobStates } from '../wire/job-states.ts'
import {
  jobItemsSchema,
  jobSchema as jobOutput,
  jobPageSchema,
  selectionSchema,
} from '../wire/jobs.ts'
import { commaSeparated, describedSchema, pageQueryShape } from '../wire/shapes.ts'
import { jobEndpoints } from './endpoints.ts'

/** Callers who may not see the job get `jobSchema.missing`. */
const jobCall = { tag: 'Jobs', access: 'signedIn', missing: 'job.missing' } as const

const outcome = describedSchema(
  'Outcomes, separated by commas. All by default.',
  commaSeparated(jobOutcomes),
)

export const jobs = defineCall({
  ...jobCall,
  ...jobEndpoints.jobs,
  summary: "Lists the caller's jobs (for admins, all jobs), newest first",
  query: z.strictObject({
    ...pageQueryShape,
    state: describedSchema('States, separated by commas.', commaSeparated(jobStates)),
    kind: describedSchema('Kinds, separated by commas.', commaSeparated(jobKinds)),
    own: describedSchema("`true`: only the caller's jobs.", z.optional(z.literal('true'))),
  }),
  output: jobPageSchema,
})

export const job = defineCall({
  ...jobCall,
  ...jobEndpoints.job,
  summary: 'Returns a job',
  output: jobOutput,
})

export const items = defineCall({
  ...jobCall,
  ...jobEndpoints.items,
  summary: 'Lists the rows of a job with their outcomes',
  query: z.strictObject({ ...pageQueryShape, outcome }),
  output: jobItemsSchema,
})

export const exportItems = defineCall({
  ...jobCall,
  ...jobEndpoints.exportItems,
  summary:
    'Downloads the rows of a job: with their outcomes, or the rejected rows of an imported file with the reasons',
  query: z.strictObject({
    ...pageQueryShape,
    outcome,
    format: describedSchema(
      `One of ${exportFormats.join(', ')}; csv by default.`,
      commaSeparated(exportFormats),
    ),
    lng: describedSchema('Language of headings and labels.', z.optional(z.string())),
  }),
  media: 'application/octet-stream',
  limits: { refuseForeignGet: true },
})

export const start = defineCall({
  ...jobCall,
  ...jobEndpoints.start,
  summary: 'Starts a job that has been checked; `expected` is the number of rows shown as ready',
  input: z.strictObject({ expected: z.int().check(z.nonnegative()) }),
  output: jobOutput,
})

export const include = defineCall({
  ...jobCall,
  ...jobEndpoints.include,
  summary:
    'Includes and checks the rows that were left out because another user is working on them',
  output: jobOutput,
})

export const prepare = defineCall({
  ...jobCall,
  ...jobEndpoints.prepare,
  summary:
    'Includes the rows whose state does not allow the transition yet: the job first makes the transitions in `blockedStates`. Checks these rows again',
  output: jobOutput,
})

export const pause = defineCall({
  ...jobCall,
  ...jobEndpoints.pause,
  summary: 'Pauses a running job after its current chunk',
  output: jobOutput,
})

export const resume = defineCall({
  ...jobCall,
  ...jobEndpoints.resume,
  summary: 'Resumes a paused job',
  output: jobOutput,
})

export const cancel = defineCall({
  ...jobCall,
  ...jobEndpoints.cancel,
  summary: 'Cancels a job. Changes that it has made remain',
  output: jobOutput,
})

export const undo = defineCall({
  ...jobCall,
  ...jobEndpoints.undo,
  summary: 'Creates a job that undoes this one. A second call returns the same job',
  input: z.strictObject({ start: z.optional(z.boolean()) }),
  output: jobOutput,
  status: 202,
})

export const selectItems = defineCall({
  ...jobCall,
  ...jobEndpoints.selectItems,
  summary: "Creates a selection of the job's records with the given outcomes",
  input: z.strictObject({
    outcomes: z.array(z.enum(jobOutcomes)).check(z.minLength(1), z.maxLength(jobOutcomes.length)),
  }),
  output: selectionSchema,
  status: 201,
})
