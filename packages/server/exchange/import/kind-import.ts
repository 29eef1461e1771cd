/** Import jobs: each row updates the record that its key names, or creates a new one. */

import { fieldOf, titleSeparator } from '@matricola/schema/resource-fields.ts'
import { rowIssue } from '@matricola/schema/wire/jobs.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { JobKindDefinition, JobRow } from '../../jobs/job-kinds.ts'
import { authorize, type Permit } from '../../policy/permit.ts'
import type { RawCell } from '../../ports/file-reader.ts'
import type { BatchResult, BatchRow, RowRefusal } from '../../records/batch/types.ts'
import { keyTextOf } from '../cell-formats.ts'
import { type FieldCell, type RowCells, readCells } from './cells.ts'
import { canCreateRecords, keyFields, requiredImportFields } from './fields.ts'
import { findRecordsByKeys } from './find-records.ts'
import { dayOrdersOf, type ImportInput } from './input.ts'
import { valuesToCreate, valuesToUpdate } from './row-values.ts'

/**
 * A row with its values and the id of its record. The id is null if there is none and `several` if
 * more than one matches.
 */
interface MatchedRow {
  readonly row: JobRow
  readonly cells: RowCells
  readonly id: string | null
}

export const importJobKind: JobKindDefinition = {
  async rows(work, rows, { records, queries, commit }) {
    // Only imports are passed to this function.
    const input = work.input as ImportInput
    const { caller } = work
    authorize(caller, work.resource, 'import')
    const permit = authorize(caller, work.resource, 'update')
    const read = await readCells(
      queries,
      { permit, mapping: input.mapping, localization: work, dayOrders: dayOrdersOf(input) },
      rows.map(({ cells }) => cells as readonly RawCell[]),
    )
    const unmatched = rows.map((row, i) => ({ row, cells: read[i] ?? new Map() }))
    const keys = unmatched.flatMap(({ row, cells }) => {
      const values = findKeyValues(permit, cells)
      return values ? [{ position: row.position, values }] : []
    })
    const found = await findRecordsByKeys(queries, permit, keys)
    const matched = unmatched.map(
      (one): MatchedRow => ({ ...one, id: found.get(one.row.position) ?? null }),
    )
    const required = requiredImportFields(permit.resource, permit.role)
    const rejected = new Map<number, BatchResult>()
    const batchRows: BatchRow[] = []
    for (const one of matched) {
      const answer = findImmediateResult(permit, input, one, commit)
      if (answer) rejected.set(one.row.position, answer)
      else batchRows.push(batchRow(permit, one, required))
    }
    const done = await records.batch({
      permit,
      action: 'update',
      jobId: work.id,
      commit,
      rows: batchRows,
    })
    const results = new Map(done.map((result) => [result.position, result]))
    return matched.map(({ row, cells }) => {
      const result = rejected.get(row.position) ?? results.get(row.position)
      if (!result) throw new Error(`row ${row.position} has no outcome`)
      return { ...result, title: titleOf(permit, cells) }
    })
  },
  fields: ({ resource, input }) => [
    ...(resource.import?.previewColumns ?? []),
    ...(input as ImportInput).mapping.filter((name) => name !== null),
  ],
  canUndo: () => true,
  requiresEveryRow: (input) => (input as ImportInput).mode.onProblem === 'stop',
}

/**
 * Returns the values that identify the record; see `keyFields`. Null if a key cell is invalid, or
 * empty although required.
 */
function findKeyValues(
  permit: Permit,
  cells: RowCells,
): { readonly [field: string]: unknown } | null {
  if (Object.keys(keyIssues(permit, cells)).length > 0) return null
  const names = keyFields(permit.resource, (name) => cells.get(name)?.isEmpty ?? null)
  return Object.fromEntries(names.map((name) => [name, valueOfCell(cells.get(name))]))
}

const valueOfCell = (cell: FieldCell | undefined) =>
  cell && !cell.isEmpty && 'value' in cell.read ? cell.read.value : null

function keyIssues({ resource }: Permit, cells: RowCells): FieldIssues {
  const issueOf = (name: string) => {
    const cell = cells.get(name)
    if (cell && !cell.isEmpty) return 'issues' in cell.read ? cell.read.issues : []
    return fieldOf(resource, name).options.optional ? [] : [{ code: 'required' }]
  }
  const issues = (resource.import?.key ?? []).map((name) => [name, issueOf(name)] as const)
  return Object.fromEntries(issues.filter(([, found]) => found.length > 0))
}

/**
 * Returns the result of a row whose record need not be read, because its key is invalid or the mode
 * skips it; else null.
 */
function findImmediateResult(
  permit: Permit,
  { mode, repeats }: ImportInput,
  { row, cells, id }: MatchedRow,
  commit: boolean,
): BatchResult | null {
  const { resource, role } = permit
  const answer = (
    outcome: RowRefusal['verdict'] | 'stale',
    issues: FieldIssues = {},
    recordId = id,
  ): BatchResult => ({
    position: row.position,
    id: recordId,
    isNew: false,
    outcome,
    baseVersion: null,
    newVersion: null,
    changes: {},
    issues,
  })
  const last = resource.import?.key.at(-1) ?? '_'
  if (id === 'several')
    return answer(
      commit ? 'stale' : 'invalid',
      commit ? {} : { [last]: [{ code: 'row.several' }] },
      null,
    )
  if (commit)
    return row.isNew
      ? id === null
        ? null
        : answer('stale')
      : row.recordId === id
        ? null
        : answer('stale')
  const keyErrors = keyIssues(permit, cells)
  if (Object.keys(keyErrors).length > 0)
    return answer('invalid', { ...cellIssues(cells), ...keyErrors })
  const repeat = repeats[String(row.position)]
  if (repeat)
    return answer('invalid', {
      [repeat.field]: [{ code: 'row.repeated', params: { row: repeat.row } }],
    })
  if (id !== null) return mode.known === 'skip' ? answer('kept', rowIssue('row.known')) : null
  if (mode.unknown === 'skip') return answer('kept', rowIssue('row.unknown'))
  return canCreateRecords(resource, role) ? null : answer('denied', rowIssue('row.unknown'))
}

const cellIssues = (cells: RowCells): FieldIssues =>
  Object.fromEntries(
    [...cells].flatMap(([name, { isEmpty, read }]) =>
      !isEmpty && 'issues' in read ? [[name, read.issues]] : [],
    ),
  )

const batchRow = (
  permit: Permit,
  { row, cells, id }: MatchedRow,
  required: readonly string[],
): BatchRow => ({
  position: row.position,
  id,
  version: row.baseVersion,
  valuesFor: (stored) =>
    stored ? valuesToUpdate(permit, cells, stored) : valuesToCreate(permit, cells, required),
})

/** Title of a row that has no record yet, from the values of its file. */
const titleOf = ({ resource }: Permit, cells: RowCells) =>
  resource.title
    .map((name) => cells.get(name))
    .flatMap((cell) => (cell && !cell.isEmpty ? [keyTextOf(cell.cell)] : []))
    .join(titleSeparator(resource))
