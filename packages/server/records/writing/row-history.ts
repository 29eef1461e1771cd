/**
 * Records changes of child rows in the history of their parent record. An entry in that history
 * names the rows that were added, changed and removed. The history of each row has the values.
 */
import { isReadable } from '@matricola/schema/access.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { childRowEntries } from '@matricola/schema/resource-fields.ts'
import type { FieldChange, RowsChange } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../../database/database.ts'
import { tableNameOf } from '../../database/names.ts'
import { derivePermit, type Permit } from '../../policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import type { RecordSource } from '../source.ts'
import { writeRows } from './statement.ts'

interface RowVersion {
  readonly id: string
  /** The version before the change; 0 for an added row. */
  readonly version: number
}
export interface RowChanges {
  readonly added: readonly RowVersion[]
  readonly changed: readonly RowVersion[]
  readonly removed: readonly RowVersion[]
}

interface RowChangesEntry {
  readonly id: string
  /** Changed rows by field. */
  readonly rowChanges: { readonly [field: string]: RowChanges }
  /**
   * Whether the call has also changed the record. If so, the notes are added to the record's newest
   * entry in the history.
   */
  readonly isWritten: boolean
  /** Action in the history if only the rows changed. */
  readonly action: string
}

/**
 * Adds changed rows to the record's newest entry in the history. If only rows changed, the record
 * first gets a new version and entry.
 */
export async function logRowChanges(
  source: RecordSource,
  queries: Queries,
  permit: Permit,
  { id, rowChanges, isWritten, action }: RowChangesEntry,
): Promise<void> {
  const table = tableNameOf(permit.resource)
  const [now] = await queries.query<{ version: number }>(
    `SELECT version FROM ${table} WHERE id = $1::uuid`,
    [id],
  )
  if (!now) return
  if (!isWritten) {
    const row = { id, before: { version: now.version, values: {} }, changed: {}, record: {} }
    await writeRows(source, queries, {
      permit,
      action,
      at: source.clock.now().toISOString(),
      rows: [row],
    })
  }
  await queries.query(
    `UPDATE change SET after = coalesce(after, '{}') || $1::jsonb
     WHERE resource = $2 AND record_id = $3::uuid AND version = (SELECT version FROM ${table} WHERE id = $3::uuid)`,
    [JSON.stringify(rowChanges), permit.resource.name, id],
  )
}

interface HistoryEntry {
  readonly after: Values | null
}
type Titles = (
  resource: AnyResource,
  ids: readonly string[],
) => Promise<readonly (readonly [id: string, title: string])[]>

/**
 * Returns a function that lists the changed child rows in an entry of the history, with titles,
 * limited to rows the caller may name.
 */
export async function createRowChangesReader(
  permit: Permit,
  changes: readonly HistoryEntry[],
  titlesOf: Titles,
): Promise<(change: HistoryEntry) => FieldChange[]> {
  const fields = childRowEntries(permit.resource).filter(
    ({ name, of }) =>
      isReadable(permit.resource, permit.role, name) &&
      derivePermit(permit, related(permit.resource, of), 'name'),
  )
  const rowChangesOf = ({ after }: HistoryEntry, name: string) =>
    (after?.[name] as RowChanges | undefined) ?? null // only `logRowChanges` writes it
  const titles = new Map<string, string>()
  for (const { name, of } of fields) {
    const rowChanges = changes.flatMap((change) => rowChangesOf(change, name) ?? [])
    const ids = rowChanges.flatMap(({ added, changed, removed }) =>
      [...added, ...changed, ...removed].map(({ id }) => id),
    )
    for (const [id, title] of await titlesOf(related(permit.resource, of), [...new Set(ids)]))
      titles.set(id, title)
  }
  const wire = (rows: readonly RowVersion[]) =>
    rows.map(({ id }) => {
      const title = titles.get(id)
      return { id, ...(title && { title }) }
    })
  return (change) =>
    fields.flatMap(({ name }) => {
      const rowChange = rowChangesOf(change, name)
      if (!rowChange) return []
      const after: RowsChange = {
        added: wire(rowChange.added),
        changed: wire(rowChange.changed),
        removed: wire(rowChange.removed),
      }
      return [{ field: name, before: null, after }]
    })
}
