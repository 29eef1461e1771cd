import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { fieldSchema, validateInput } from '@matricola/schema/validation.ts'
import {
  applyEdit,
  checkEdits,
  type FieldEdit,
  isRelativeEdit,
} from '@matricola/schema/wire/bulk.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Permit } from '../policy/permit.ts'
import type { RowRefusal } from '../records/batch/types.ts'
import type { StoredRecord } from '../records/reading/get-record.ts'
import { hiddenLinkIssues } from '../records/writing/hidden-links.ts'
import type { Values } from '../sql/storage.ts'
import { deriveBulkPermit, toBatchRows } from './bulk-rows.ts'
import type { JobKindDefinition } from './job-kinds.ts'

export interface EditInput {
  readonly edit: readonly FieldEdit[]
  readonly [part: string]: unknown
}

/**
 * Sets the same fields on every record. For the kinds of edits see `packages/schema/wire/bulk.ts`.
 */
export const editJobKind: JobKindDefinition = {
  async rows(work, rows, { records, commit }) {
    const permit = deriveBulkPermit(work)
    // Validated by the route that made the job, and again here because access may have changed.
    const { edit } = work.input as EditInput
    const checked = checkEdits(work.resource, permit.role, edit)
    if (!checked.ok) throw new AppError('access.denied')
    const batchRows = toBatchRows(permit, rows, (record) =>
      editedValues(permit, checked.value, record),
    )
    return records.batch({ permit, action: 'update', jobId: work.id, commit, rows: batchRows })
  },
  fields: ({ input }) => (input as EditInput).edit.map(({ field }) => field),
  canUndo: () => true,
}

/** Returns the new values of a record after the edits. Computed values are validated again. */
function editedValues(
  { resource }: Permit,
  edits: readonly FieldEdit[],
  record: StoredRecord,
): Values | RowRefusal {
  const { values } = record
  const set: { [field: string]: unknown } = {}
  const newValues = Object.fromEntries(edits.map(({ field, value }) => [field, value]))
  const issues: { [field: string]: FieldIssues[string] } = {
    ...hiddenLinkIssues(record, newValues),
  }
  for (const edit of edits) {
    const { field } = edit
    const spec = fieldOf(resource, field)
    const before = values[field] ?? null
    const after = applyEdit(spec, before, edit)
    set[field] = after
    if (!isRelativeEdit(edit) || after === before) continue
    const result = validateInput(fieldSchema(resource, field), after)
    if (result.ok) set[field] = result.value
    else issues[field] = Object.values(result.fields)[0] ?? []
  }
  return Object.keys(issues).length > 0 ? { verdict: 'invalid', issues } : set
}
