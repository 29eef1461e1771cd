/** Calls of the import pages. */
import * as importCalls from '#model/calls/imports.ts'
import { importCall } from '#model/calls/many.ts'
import type { AnyResource } from '#model/resource.ts'
import {
  type ImportChange,
  type ImportReading,
  type Outcome,
  problems,
  type ValueReplacement,
  type WireImport,
  type WireJob,
} from '#model/wire/jobs.ts'
import { ask } from '#providers/ask.ts'
import { keyed } from '#providers/call-key.ts'
import { jobsKey } from '#src/pages/jobs/job-calls.ts'
import { useCall } from '#src/use-call.ts'

export const importKey = (id: string) => ['imports', id]

export const useImport = (id: string) => useCall(importCalls.read, { params: { id } }, { key: importKey(id) })

interface SendingFile {
  readonly key: string
  readonly file: File
  readonly reading: ImportReading
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file and returns the import that it started. */
export async function sendFile(resource: AnyResource, { key, file, reading, ...how }: SendingFile) {
  const form = new FormData()
  for (const [name, value] of Object.entries(reading)) form.append(name, String(value))
  form.append('file', file)
  return (await ask(importCall(resource), { form, headers: keyed(key), ...how })).data
}

export const changeImport = async (id: string, change: ImportChange) => (await ask(importCalls.map, { params: { id }, input: change })).data

export const mendRow = async (id: string, position: number, cells: readonly string[]) =>
  (await ask(importCalls.mendRow, { params: { id, position: String(position) }, input: { cells } })).data

export const wrongValuesKey = (id: string) => [...jobsKey, 'values', id]

/** Returns the values that their column's field rejects. The query key is below that of jobs, so it is invalidated with them. */
export const useWrongValues = ({ id, state }: WireJob) =>
  useCall(importCalls.wrongValues, { params: { id } }, { key: wrongValuesKey(id), enabled: state === 'ready' })

/** Returns how values of choice and reference columns are understood, before the check. The result depends on the mapping. */
export const useMeanings = ({ job: { id, state }, mapping }: WireImport, isSettled: boolean) =>
  useCall(
    importCalls.meanings,
    { params: { id } },
    { key: [...importKey(id), 'meanings', mapping], enabled: state === 'mapping' && isSettled },
  )

/** Number of values that empty cells clear, or have cleared; undefined until it is known. */
export const useValuesRemoved = ({ id, state }: WireJob) =>
  useCall(importCalls.read, { params: { id } }, { key: [...jobsKey, 'removed', id, state], enabled: state === 'ready' || state === 'done' })
    .data?.valuesRemoved

export const replaceValue = async (id: string, value: ValueReplacement) =>
  (await ask(importCalls.replaceValue, { params: { id }, input: value })).data

export interface ImportCounts {
  readonly created: number
  readonly changed: number
  readonly same: number
  readonly problems: number
  readonly skipped: number
}

/** Counts rows by what the import means for them. `changed` counts existing records that get, or got, other values. */
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
