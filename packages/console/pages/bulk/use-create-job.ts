import { HttpError } from '@matricola/providers/http.ts'
import { createIdempotencyKey } from '@matricola/providers/idempotency-key.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireJob, WireSelection } from '@matricola/schema/wire/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useHttp } from '../../app/console-context.ts'
import {
  type BulkOperation,
  cacheJob,
  createBulkJob,
  fetchFrozenSelection,
} from '../jobs/job-calls.ts'
import type { SelectedRows } from './selection.ts'

/**
 * A request to create a job. Retrying after a network failure reuses its selection and idempotency
 * key, so only one job is created.
 */
interface JobRequest {
  readonly selectedRows: SelectedRows
  readonly operationKey: string
  readonly key: string
  readonly selection: Promise<WireSelection>
}

/** Creates a job for the selection, at most once per request. Throws `HttpError`. */
export function useCreateJob(resource: AnyResource) {
  const http = useHttp()
  const client = useQueryClient()
  const pending = useRef<JobRequest | null>(null)
  const running = useRef<Promise<WireJob> | null>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async (selectedRows: SelectedRows, operation: BulkOperation) => {
    const operationKey = JSON.stringify(operation)
    if (
      pending.current?.selectedRows !== selectedRows ||
      pending.current.operationKey !== operationKey
    )
      pending.current = {
        selectedRows,
        operationKey,
        key: createIdempotencyKey(),
        selection: fetchFrozenSelection(http, resource, selectedRows),
      }
    const { key, selection } = pending.current
    try {
      const job = await createBulkJob(http, resource, (await selection).id, { operation, key })
      cacheJob(client, job)
      pending.current = null
      return job
    } catch (error) {
      // The server responded, so a further attempt is a new request. After a network failure
      // (status 0), the same one can be retried.
      if (!(error instanceof HttpError) || error.statusCode !== 0) pending.current = null
      throw error
    }
  }
  return {
    isBusy,
    createJob: (selectedRows: SelectedRows, operation: BulkOperation): Promise<WireJob> => {
      if (!running.current) {
        setBusy(true)
        running.current = send(selectedRows, operation).finally(() => {
          running.current = null
          setBusy(false)
        })
      }
      return running.current
    },
  }
}
