/** An import as the browser asks for it, and what a person does to it. */
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

/** Sends a file; answers the import that it began. */
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

/** Values in an import's rows with problems that no field of their column can hold; read again with all that is known of jobs. */
export const useWrongValues = ({ id, state }: WireJob) =>
  useCall(importCalls.wrongValues, { params: { id } }, { key: wrongValuesKey(id), enabled: state === 'ready' })

/** Meanings of the values in closed columns, before the check; another answer for another mapping. */
export const useMeanings = ({ job: { id, state }, mapping }: WireImport, isSettled: boolean) =>
  useCall(
    importCalls.meanings,
    { params: { id } },
    { key: [...importKey(id), 'meanings', mapping], enabled: state === 'mapping' && isSettled },
  )

/** Number of values that the import removes, or removed, by empty cells; undefined until it is known. */
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
