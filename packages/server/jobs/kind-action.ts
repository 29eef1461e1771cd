import { actionsOf, actionInput as askedWith } from '@matricola/schema/actions.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../database/database.ts'
import { type Batch, isRowRefusal, type RowRefusal } from '../records/batch/types.ts'
import type { StoredRecord } from '../records/reading/get-record.ts'
import type { Records } from '../records/store.ts'
import {
  type AskedAction,
  assertActionAllowed,
  isAlreadyDone,
  parseAction,
} from '../records/writing/action.ts'
import type { Values } from '../sql/storage.ts'
import { type ActionOnRows, performWithSteps } from './action-steps.ts'
import { deriveActionPermit, toBatchRows } from './bulk-rows.ts'
import type { JobKindDefinition, JobResult, JobRow, JobWork } from './job-kinds.ts'

export interface ActionInput {
  readonly action: string
  readonly input: Values
  /** Whether to include records that another user is working on. */
  readonly includesClaimed?: boolean
  /** Whether to make other transitions first where the state requires it. */
  readonly includesSteps?: boolean
  readonly [part: string]: unknown
}

/** Performs a declared action or workflow transition on every record whose state allows it. */
export const actionJobKind: JobKindDefinition = {
  rows(work, rows, how) {
    const { action, input, includesSteps } = inputOf(work.input)
    return includesSteps
      ? performWithSteps(work, rows, { ...how, action, input, perform })
      : perform(work, rows, { ...how, action, input })
  },
  fields({ resource, input }) {
    const action = actionsOf(resource)[inputOf(input).action]
    return action ? [...Object.keys(action.set), ...askedWith(resource, action).names] : []
  },
  requiresReauthentication: ({ resource, input }) =>
    actionsOf(resource)[inputOf(input).action]?.requiresReauthentication === true,
  canUndo: ({ resource, input }) => isUndoable(resource, inputOf(input).action),
}

/** Performs one action on the rows. */
async function perform(
  work: JobWork,
  rows: readonly JobRow[],
  { records, queries, commit, action, input }: ActionOnRows,
): Promise<JobResult[]> {
  const { includesClaimed } = inputOf(work.input)
  const permit = deriveActionPermit(work)
  const { resource } = work
  const hooks = records.hooksFor(resource)
  const request = parseAction(permit, hooks, { name: action, body: input })
  const server = hooks?.actions?.[action]
  let patches: ReadonlyMap<string, Values | RowRefusal> = new Map()
  let claims: ReadonlyMap<string, FieldIssues> = new Map()
  let exclusions: ReadonlyMap<string, RowRefusal> = new Map()
  const serverWork = createServerWork()
  const batchRows = toBatchRows(permit, rows, (record): Values | RowRefusal => {
    const exclusion = exclusions.get(record.id)
    if (exclusion) return exclusion
    if (isAlreadyDone(request, record)) return { verdict: 'same' }
    assertActionAllowed(permit, request, record)
    const claim = claims.get(record.id)
    if (claim) return { verdict: 'claimed', issues: claim }
    const patch = patches.get(record.id) ?? {}
    return isRowRefusal(patch) ? patch : { ...request.values, ...patch }
  })
  const prepare = async (found: readonly StoredRecord[]) => {
    exclusions = hooks?.jobs?.exclusions?.(action, found) ?? exclusions
    if (!includesClaimed) claims = (await hooks?.jobs?.claims(permit, action, found)) ?? claims
    if (server && 'patches' in server) patches = await server.patches(queries, found, request)
  }
  return records.batch({
    permit,
    action,
    jobId: work.id,
    commit,
    rows: batchRows,
    input: request.input,
    prepare,
    ...serverWork,
  })

  function createServerWork(): Pick<Batch, 'work' | 'workAll'> {
    if (!server || 'patches' in server) return {}
    const transactionOf = (innerRecords: Records, queries: Queries) => ({
      records: innerRecords,
      queries: queries,
      permit,
      jobId: work.id,
    })
    if ('work' in server)
      return {
        work: (innerRecords, queries, record) =>
          server.work(transactionOf(innerRecords, queries), record, request),
      }
    return {
      workAll: (innerRecords, queries, found) =>
        server.workAll(transactionOf(innerRecords, queries), found, request),
    }
  }
}

/** As stored by the route that created the job. */
const inputOf = (input: unknown) => input as ActionInput

const isUndoable = (resource: AnyResource, action: string) =>
  actionsOf(resource)[action]?.undo !== false

export const isBulkAction = ({ action }: Pick<AskedAction, 'action'>) => action.on.includes('bulk')
