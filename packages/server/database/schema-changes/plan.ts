/**
 * Plans changes of declarations that need more information because records exist. Reports the
 * information that a declaration lacks, and generates the statements if it is complete. The
 * migration generator handles all other changes.
 */
import { formerNames } from '@matricola/schema/former-names.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { columnEntries, linkEntries } from '@matricola/schema/resource-fields.ts'
import { uniqueGroups } from '../keys.ts'
import {
  blindIndexColumnOf,
  columnNameOf,
  fieldNameOf,
  keyColumnOf,
  linkTableOf,
  sinceKeyOf,
  tableNameOf,
  translationsColumnOf,
  uniqueNameOf,
} from '../names.ts'
import type { ColumnPart, TableChange } from './change.ts'
import { changeColumn } from './columns.ts'
import {
  dropDependants,
  quotedIdentifier,
  type Snapshot,
  sqlLiteral,
  type TableShape,
} from './snapshot.ts'

export interface MigrationPlan {
  /**
   * Information that the declarations lack, one sentence each. If not empty, no migration is
   * written.
   */
  readonly problems: readonly string[]
  /** Statements to run before those of the generator. */
  readonly statements: readonly string[]
  /** The tables after these statements, for the generator to compare with. */
  readonly snapshot: Snapshot
}

interface PlanInput {
  readonly before: Snapshot
  readonly target: Snapshot
  readonly resources: readonly AnyResource[]
  /** Name of the program, as the author of the changes that a migration makes to records. */
  readonly author: string
  /** Tables, and columns of tables without a declaration (`table.column`), that may be dropped. */
  readonly drops?: readonly string[]
}

/**
 * Adds the tables of other packs to both shapes. This pack has at most some of their columns; where
 * it has none, the table is added without columns, so that it is neither created nor dropped.
 */
export function addTablesOfOtherPacks(
  before: Snapshot,
  target: Snapshot,
  otherTables: ReadonlySet<string>,
) {
  const tablesOfOthers = (snapshot: Snapshot) =>
    Object.entries(snapshot.tables).filter(([, { name }]) => otherTables.has(name))
  const empty = Object.fromEntries(
    [...tablesOfOthers(before), ...tablesOfOthers(target)].map(
      ([key, table]): [string, TableShape] => [
        key,
        { ...table, columns: {}, indexes: {}, foreignKeys: {}, checkConstraints: {} },
      ],
    ),
  )
  const withOthers = <S extends Snapshot>(snapshot: S): S => ({
    ...snapshot,
    tables: { ...empty, ...snapshot.tables },
  })
  return { before: withOthers(before), target: withOthers(target) }
}

/** Plans the changes from one shape of the tables to another, for tables that have rows. */
export function planMigration({
  before,
  target,
  resources,
  author,
  drops = [],
}: PlanInput): MigrationPlan {
  const problems: string[] = []
  const statements: string[] = []
  const snapshot = structuredClone(before)
  renameLinks(snapshot, target, { resources, statements })
  const droppedLinkTables = new Set(
    resources.flatMap(
      (resource) => resource.removedFields?.map((field) => linkTableOf(resource, field)) ?? [],
    ),
  )
  for (const [key, table] of Object.entries(snapshot.tables)) {
    const targetTable = target.tables[key]
    const resource = resources.find((one) => tableNameOf(one) === table.name)
    if (!targetTable) {
      if (drops.includes(table.name) || droppedLinkTables.has(table.name))
        dropTable(snapshot, key, statements)
      else if (!isLinkTableOfColumn(snapshot, table.name))
        problems.push(
          `The table ${table.name} is no longer declared, and its records would be lost. To give the entity another name for users, keep its \`name\` and change \`texts\`, \`path\` and \`page\`. To delete the records, run \`npm run db:generate -- --drop ${table.name}\`.`,
        )
      continue
    }
    const change: TableChange = {
      author,
      resource,
      before: before.tables[key] ?? table,
      table,
      target: targetTable,
      formerColumns: findRenamedColumns(resource, table, targetTable),
      reportProblem: (field, problem) =>
        problems.push(`${resource?.name ?? table.name}.${field} ${problem}`),
      addStatements: (...added) => statements.push(...added),
    }
    renameColumns(change)
    const from = statements.length
    const dropped = columnsToDrop(change, drops)
    for (const part of columnParts(change)) changeColumn(change, part)
    // Drop columns last, because another field may be filled from one of them.
    for (const column of dropped) dropColumn(change, column)
    checkUniqueGroups(change)
    // SQL cannot compute sort keys and search texts. The next startup rewrites those of this table
    // (records/writing/reindex-search.ts).
    if (
      resource &&
      statements.slice(from).some((statement) => /_key"|"search_text"|\bleft\(/.test(statement))
    )
      statements.push(`DELETE FROM "meta" WHERE "key" = ${sqlLiteral(`folded:${table.name}`)};`)
  }
  return { problems, statements, snapshot }
}

/**
 * Whether a table is the link table of an existing column. If so, the declaration of the field
 * determines how the table changes.
 */
const isLinkTableOfColumn = (snapshot: Snapshot, pairs: string) =>
  Object.values(snapshot.tables).some(({ name, columns }) =>
    Object.keys(columns).some((column) => pairs === `${name}_${column}_links`),
  )

/**
 * Renames the link tables of renamed fields. The generator recreates their constraints and indexes.
 */
function renameLinks(
  snapshot: Snapshot,
  target: Snapshot,
  {
    resources,
    statements,
  }: { readonly resources: readonly AnyResource[]; readonly statements: string[] },
): void {
  for (const resource of resources)
    for (const { name, spec } of linkEntries(resource)) {
      const now = linkTableOf(resource, name)
      const keyOf = (snapshot: Snapshot, table: string) =>
        Object.keys(snapshot.tables).find((key) => snapshot.tables[key]?.name === table)
      const key = keyOf(target, now)
      const former = formerNames(spec).flatMap(
        (one) => keyOf(snapshot, linkTableOf(resource, one)) ?? [],
      )[0]
      const shape = former === undefined ? undefined : snapshot.tables[former]
      if (key === undefined || former === undefined || !shape || keyOf(snapshot, now) !== undefined)
        continue
      statements.push(
        `ALTER TABLE ${quotedIdentifier(shape.name)} RENAME TO ${quotedIdentifier(now)};`,
      )
      snapshot.tables[key] = { ...shape, name: now }
      delete snapshot.tables[former]
    }
}

function dropTable(snapshot: Snapshot, key: string, statements: string[]): void {
  const name = snapshot.tables[key]?.name ?? key
  statements.push(`DROP TABLE ${quotedIdentifier(name)} CASCADE;`)
  delete snapshot.tables[key]
  for (const { foreignKeys } of Object.values(snapshot.tables))
    for (const [one, { tableTo }] of Object.entries(foreignKeys))
      if (tableTo === name) delete foreignKeys[one]
}

function columnParts({ resource, target }: TableChange): ColumnPart[] {
  const partsByColumn = new Map<string, Omit<ColumnPart, 'column' | 'wanted'>>()
  for (const [field, spec] of resource ? columnEntries(resource) : []) {
    partsByColumn.set(columnNameOf(field), { field, spec, part: 'value' })
    partsByColumn.set(keyColumnOf(field), { field, spec, part: 'key' })
    partsByColumn.set(blindIndexColumnOf(field), { field, spec, part: 'hash' })
  }
  partsByColumn.set('search_text', { field: 'list.search', spec: null, part: 'search' })
  const parts = Object.entries(target.columns).map(([column, wanted]) => ({
    ...(partsByColumn.get(column) ?? { field: column, spec: null, part: 'base' as const }),
    column,
    wanted,
  }))
  const derived = ['key', 'hash', 'search']
  return [
    ...parts.filter(({ part }) => !derived.includes(part)),
    ...parts.filter(({ part }) => derived.includes(part)),
  ]
}

/** Maps current column names to former ones for renamed fields, including derived columns. */
function findRenamedColumns(
  resource: AnyResource | undefined,
  table: TableShape,
  target: TableShape,
): Map<string, string> {
  const renamed = new Map<string, string>()
  for (const [name, spec] of resource ? columnEntries(resource) : []) {
    const hasColumn = (column: string) => Object.hasOwn(table.columns, column)
    if (hasColumn(columnNameOf(name))) continue
    const former = [...formerNames(spec)].reverse().find((one) => hasColumn(columnNameOf(one)))
    if (former === undefined) continue
    for (const columnOf of [columnNameOf, keyColumnOf, blindIndexColumnOf, translationsColumnOf])
      if (hasColumn(columnOf(former)) && Object.hasOwn(target.columns, columnOf(name)))
        renamed.set(columnOf(name), columnOf(former))
  }
  return renamed
}

function renameColumns({ table, formerColumns, addStatements }: TableChange): void {
  for (const [now, former] of formerColumns) {
    addStatements(
      ...dropDependants(table, former),
      `ALTER TABLE ${quotedIdentifier(table.name)} RENAME COLUMN ${quotedIdentifier(former)} TO ${quotedIdentifier(now)};`,
    )
    const [from, to] = [former, now].map((column) => sqlLiteral(sinceKeyOf(table.name, column)))
    addStatements(`UPDATE "meta" SET "key" = ${to} WHERE "key" = ${from};`)
    const { [former]: shape, ...rest } = table.columns
    table.columns = shape ? { ...rest, [now]: { ...shape, name: now } } : rest
  }
}

/**
 * Returns the undeclared columns that may be dropped. Reports undeclared columns whose values would
 * be lost.
 */
function columnsToDrop(
  { resource, table, target, reportProblem }: TableChange,
  drops: readonly string[],
): string[] {
  const droppedColumns = new Set(
    resource?.removedFields?.flatMap((field) =>
      [columnNameOf, keyColumnOf, blindIndexColumnOf, translationsColumnOf].map((columnOf) =>
        columnOf(field),
      ),
    ),
  )
  // Columns derived from another column.
  const isDerived = (column: string) =>
    resource !== undefined &&
    (column === 'search_text' ||
      (/_(key|bidx)$/.test(column) &&
        Object.hasOwn(target.columns, column.replace(/_(key|bidx)$/, ''))))
  return Object.keys(table.columns).filter((column) => {
    if (Object.hasOwn(target.columns, column)) return false
    if (
      !droppedColumns.has(column) &&
      !isDerived(column) &&
      !drops.includes(`${table.name}.${column}`)
    ) {
      if (/_(key|bidx)$/.test(column)) return false
      reportProblem(
        resource ? fieldNameOf(column) : column,
        resource
          ? `is no longer declared, and its values would be lost. If the field was renamed, set \`renamedFrom\` on the new one. To delete the values, add the field to \`removedFields\` of ${resource.name}.`
          : `is no longer declared, and its values would be lost. To delete them, run \`npm run db:generate -- --drop ${table.name}.${column}\`.`,
      )
      return false
    }
    return true
  })
}

function dropColumn({ table, addStatements }: TableChange, column: string): void {
  addStatements(
    ...dropDependants(table, column),
    `ALTER TABLE ${quotedIdentifier(table.name)} DROP COLUMN ${quotedIdentifier(column)};`,
  )
  delete table.columns[column]
}

function checkUniqueGroups({ resource, before, formerColumns, reportProblem }: TableChange): void {
  if (!resource || resource.singleton) return
  const formerOf = (field: string) => formerColumns.get(columnNameOf(field)) ?? columnNameOf(field)
  for (const group of uniqueGroups(resource)) {
    const names = [
      uniqueNameOf(resource, group),
      `${tableNameOf(resource)}_${group.map(formerOf).join('_')}_unique`,
    ]
    if (names.some((name) => Object.hasOwn(before.indexes, name))) continue
    const specs = group.map((field) => [field, resource.fields[field]] as const)
    const isNewAndEmpty = specs.some(
      ([field, spec]) => !Object.hasOwn(before.columns, formerOf(field)) && spec?.options.optional,
    )
    if (isNewAndEmpty || specs.some(([, spec]) => spec?.options.existingValues === 'asIs')) continue
    reportProblem(
      group.join(' and '),
      `must now be unique, but existing records may have duplicates. Find and correct them, then set \`existingValues: 'asIs'\`.`,
    )
  }
}
