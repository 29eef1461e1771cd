/** Queries and mutations that the import pages use. */

import type { Http } from '@matricola/providers/http.ts'
import { idempotencyHeader } from '@matricola/providers/idempotency-key.ts'
import { importCall } from '@matricola/schema/calls/bulk-and-import.ts'
import * as importCalls from '@matricola/schema/calls/imports.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { type JobOutcome, problemOutcomes } from '@matricola/schema/wire/job-states.ts'
import type {
  ImportChange,
  ImportFileOptions,
  ValueReplacement,
  WireImport,
  WireJob,
} from '@matricola/schema/wire/jobs.ts'
import { useCall } from '../../use-call.ts'
import { jobsKey } from '../jobs/job-calls.ts'

export const importKey = (id: string) => ['imports', id]

export const useImport = (id: string) =>
  useCall(importCalls.readImport, { params: { id } }, { key: importKey(id) })

interface FileUpload {
  readonly key: string
  readonly file: File
  readonly reading: ImportFileOptions
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file and returns the import that it started. */
export async function uploadImportFile(
  http: Http,
  resource: AnyResource,
  { key, file, reading, ...options }: FileUpload,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(reading)) form.append(name, String(value))
  form.append('file', file)
  return (
    await http.makeCall(importCall(resource), { form, headers: idempotencyHeader(key), ...options })
  ).data
}

export const submitImportChange = async (http: Http, id: string, change: ImportChange) =>
  (await http.makeCall(importCalls.mapColumns, { params: { id }, input: change })).data

export const submitRowCorrection = async (
  http: Http,
  id: string,
  position: number,
  cells: readonly string[],
) =>
  (
    await http.makeCall(importCalls.updateImportRow, {
      params: { id, position: String(position) },
      input: { cells },
    })
  ).data

export const wrongValuesKey = (id: string) => [...jobsKey, 'values', id]

/**
 * Returns the values that their column's field rejects. The query key is nested under that of jobs,
 * so the query is invalidated with them.
 */
export const useWrongValues = ({ id, state }: WireJob) =>
  useCall(
    importCalls.getInvalidValues,
    { params: { id } },
    { key: wrongValuesKey(id), enabled: state === 'ready' },
  )

/**
 * Returns how values of choice and reference columns are understood, before the check. The result
 * depends on the mapping.
 */
export const useColumnValues = ({ job: { id, state }, mapping }: WireImport, isSettled: boolean) =>
  useCall(
    importCalls.getValueInterpretations,
    { params: { id } },
    {
      key: [...importKey(id), 'interpretations', mapping],
      enabled: state === 'mapping' && isSettled,
    },
  )

/** Number of values that empty cells clear, or have cleared; undefined until it is known. */
export const useValuesRemoved = ({ id, state }: WireJob) =>
  useCall(
    importCalls.readImport,
    { params: { id } },
    { key: [...jobsKey, 'removed', id, state], enabled: state === 'ready' || state === 'done' },
  ).data?.valuesRemoved

export const submitValueReplacement = async (http: Http, id: string, value: ValueReplacement) =>
  (await http.makeCall(importCalls.replaceImportValue, { params: { id }, input: value })).data

export interface ImportCounts {
  readonly created: number
  readonly changed: number
  readonly same: number
  readonly problems: number
  readonly skipped: number
}

/**
 * Counts rows by what the import means for them. `changed` counts existing records that get, or
 * got, other values.
 */
export function importCounts({ counts, created }: WireJob): ImportCounts {
  const countOutcomes = (...outcomes: readonly JobOutcome[]) =>
    outcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
  return {
    created,
    changed: Math.max(0, countOutcomes('ready', 'done') - created),
    same: countOutcomes('same'),
    problems: countOutcomes(...problemOutcomes),
    skipped: countOutcomes('skipped', 'kept'),
  }
}
