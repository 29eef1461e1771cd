/** An import as the browser asks for it, and what a person does to it. */
import { queryOptions } from '@tanstack/react-query'
import { endpointsOf, jobEndpoints } from '#model/endpoints.ts'
import {
  type ImportChange,
  type ImportReading,
  type Outcome,
  problems,
  type ValueReplacement,
  type WireImport,
  type WireJob,
  type WireJobItem,
  type WireWrongValue,
} from '#model/jobs.ts'
import type { AnyResource } from '#model/resource.ts'
import { request, upload } from '#providers/http.ts'
import { keyed } from '#src/call-key.ts'
import { jobsKey } from '#src/pages/bulk/job-calls.ts'

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: async ({ signal }) => (await request<WireImport>(jobEndpoints.import, { path: { id }, signal })).data,
  })

interface SendingFile {
  readonly key: string
  readonly file: File
  readonly reading: ImportReading
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Sends a file; answers the import that it began. */
export async function sendFile(resource: AnyResource, { key, file, reading, ...how }: SendingFile) {
  const form = new FormData()
  for (const [name, value] of Object.entries(reading)) form.append(name, value)
  form.append('file', file)
  return (await upload<WireImport>(endpointsOf(resource).imports, { form, headers: keyed(key), ...how })).data
}

export const changeImport = async (id: string, change: ImportChange) =>
  (await request<WireImport>(jobEndpoints.mapImport, { path: { id }, body: change })).data

export const mendRow = async (id: string, position: number, cells: readonly string[]) =>
  (await request<WireJobItem>(jobEndpoints.importRow, { path: { id, position: String(position) }, body: { cells } })).data

/** What rows with problems of an import say that no field of their column can hold; read again with all that is known of jobs. */
export const wrongValuesQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'values', id],
    queryFn: async ({ signal }) => (await request<readonly WireWrongValue[]>(jobEndpoints.wrongValues, { path: { id }, signal })).data,
  })

export const replaceValue = async (id: string, value: ValueReplacement) =>
  (await request<WireImport>(jobEndpoints.replaceValue, { path: { id }, body: value })).data

export interface ImportCounts {
  readonly created: number
  readonly changed: number
  readonly same: number
  readonly problems: number
  readonly skipped: number
}

/** Rows by what they mean to the person; `changed` are known records that get, or got, other values. */
export function countsOf({ counts, created }: WireJob): ImportCounts {
  const of = (...outcomes: readonly Outcome[]) => outcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
  return {
    created,
    changed: Math.max(0, of('ready', 'done') - created),
    same: of('same'),
    problems: of(...problems),
    skipped: of('skipped', 'kept'),
  }
}
