/** Plans the change of one column to its declared shape, for tables that have rows. */

import { isEncrypted } from '@matricola/schema/field.ts'
import { currentChoice, formerChoices } from '@matricola/schema/former-names.ts'
import { findColumn } from '../columns.ts'
import { columnNameOf, sinceKeyOf } from '../names.ts'
import type { ColumnPart, TableChange } from './change.ts'
import { findFillValueSql } from './fill.ts'
import {
  type CheckLimits,
  findCheckLimits,
  isLess,
  quotedIdentifier,
  sqlLiteral,
} from './snapshot.ts'

export function changeColumn(change: TableChange, part: ColumnPart): void {
  const formerType = change.table.columns[part.column]
  if (!formerType) {
    addColumn(change, part)
    return
  }
  if (part.spec === null || part.part === 'hash') return
  if (part.part === 'value') {
    if (!changeType(change, part, formerType.type)) return
    changeReference(change, part)
    changeCheck(change, part)
    changePattern(change, part)
  }
  if (!part.wanted.notNull || formerType.notNull) return
  if (part.part === 'key') {
    change.addStatements(
      `UPDATE ${quotedIdentifier(change.table.name)} SET ${quotedIdentifier(part.column)} = lower(${quotedIdentifier(columnNameOf(part.field))}) WHERE ${quotedIdentifier(part.column)} IS NULL;`,
    )
    return
  }
  const { fill, existingValues } = part.spec.options
  if (isEncrypted(part.spec))
    change.reportProblem(
      part.field,
      'is now required, but a migration cannot fill an encrypted field. Leave it optional.',
    )
  else if (fill !== undefined) {
    const to = findFillSql(change, part)
    if (to !== undefined)
      rewrite(change, part, { to, where: `${quotedIdentifier(part.column)} IS NULL` })
  } else if (existingValues !== 'asIs')
    change.reportProblem(
      part.field,
      `is now required, but existing records may have no value. Set \`fill\` to give them one, or \`existingValues: 'asIs'\` if all records have one.`,
    )
}

/**
 * Returns SQL for the value that `fill` declares; undefined if the field has no `fill` or a problem
 * was reported.
 */
function findFillSql(
  change: TableChange,
  { field, spec }: Pick<ColumnPart, 'field' | 'spec'>,
): string | undefined {
  const fill = spec?.options.fill
  return spec && typeof fill === 'object'
    ? findFillValueSql(change, field, spec, fill)
    : fill === undefined
      ? undefined
      : sqlLiteral(fill)
}

function addColumn(change: TableChange, { column, field, spec, part, wanted }: ColumnPart): void {
  const { table, reportProblem, addStatements } = change
  if (part === 'base') {
    if (wanted.notNull && wanted.default === undefined)
      reportProblem(column, 'is required, but existing rows have no value. Give it a default.')
    return
  }
  const [tableSql, name] = [quotedIdentifier(table.name), quotedIdentifier(column)]
  const fill =
    part === 'key'
      ? `lower(${quotedIdentifier(columnNameOf(field))})`
      : part === 'value'
        ? findFillSql(change, { field, spec })
        : undefined
  const needsFill = wanted.notNull && wanted.default === undefined
  const isFilledByExpression = part === 'value' && typeof spec?.options.fill === 'object'
  // The problem was already reported.
  if (isFilledByExpression && fill === undefined) return
  if (needsFill && spec && isEncrypted(spec)) {
    if (part === 'value')
      reportProblem(
        field,
        'is new and required, but a migration cannot fill an encrypted field. Make it optional.',
      )
    return
  }
  if (needsFill && fill === undefined) {
    reportProblem(
      field,
      'is new and required, but existing records have no value. Set `fill` to give them one, make it optional, or give it a default.',
    )
    return
  }
  addStatements(
    `ALTER TABLE ${tableSql} ADD COLUMN ${name} ${wanted.type}${wanted.default === undefined ? '' : ` DEFAULT ${String(wanted.default)} NOT NULL`};`,
  )
  if (part === 'key' || needsFill || isFilledByExpression)
    addStatements(`UPDATE ${tableSql} SET ${name} = ${fill};`)
  // With this date, lists as of an earlier moment show that the field had no value then.
  if (part === 'value' && (wanted.notNull || isFilledByExpression))
    addStatements(
      `INSERT INTO "meta" ("key", "value") VALUES (${sqlLiteral(sinceKeyOf(table.name, column))}, now()::text) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value";`,
    )
  if (needsFill) addStatements(`ALTER TABLE ${tableSql} ALTER COLUMN ${name} SET NOT NULL;`)
  // Keeps the columns in the database's order, because backups read rows in that order.
  table.columns = { ...table.columns, [column]: wanted }
}

const scaleOf = (type: string) => Number(/^numeric\(\d+, ?(\d+)\)$/.exec(type)?.[1] ?? Number.NaN)

/**
 * Changes the type if existing values can be converted. Returns false, and reports a problem, if
 * they cannot.
 */
function changeType(change: TableChange, part: ColumnPart, formerType: string): boolean {
  const { type } = part.wanted
  if (type === formerType) return true
  const [formerScale, scale] = [scaleOf(formerType), scaleOf(type)]
  if (formerType === 'integer' && scale >= 0) return true
  if (scale >= formerScale) return true
  if (scale < formerScale) {
    if (part.spec?.options.existingValues === 'nearest') {
      const rounded = `round(${quotedIdentifier(part.column)}, ${scale})`
      rewrite(change, part, {
        to: rounded,
        where: `${quotedIdentifier(part.column)} <> ${rounded}`,
      })
    } else if (part.spec?.options.existingValues !== 'asIs')
      change.reportProblem(
        part.field,
        `now has ${scale} decimals instead of ${formerScale}. Use \`existingValues: 'nearest'\` to round existing values, or \`existingValues: 'asIs'\` if no value has more decimals.`,
      )
    return true
  }
  change.reportProblem(
    part.field,
    `changed its type from ${formerType} to ${type}, and values cannot be converted. Declare a new field in addition, move the values, and add the old field to \`removedFields\` later.`,
  )
  return false
}

function changeReference(
  { before, target, formerColumns, reportProblem }: TableChange,
  { column, field }: ColumnPart,
): void {
  const referencedTable = (table: typeof before, name: string) =>
    Object.values(table.foreignKeys).find(({ columnsFrom }) => columnsFrom.includes(name))?.tableTo
  const [formerTable, currentTable] = [
    referencedTable(before, formerColumns.get(column) ?? column),
    referencedTable(target, column),
  ]
  if (currentTable !== undefined && formerTable !== currentTable)
    reportProblem(
      field,
      `now refers to ${currentTable} instead of ${formerTable ?? 'nothing'}, and existing values are not records of ${currentTable}. Declare a new field in addition.`,
    )
}

/**
 * Handles a check that has become stricter: converts existing values as declared, or reports a
 * problem.
 */
function changeCheck(change: TableChange, part: ColumnPart): void {
  const { before, table, target, formerColumns } = change
  const { column, field, spec } = part
  if (!spec) return
  const checkName = `${table.name}_${column}_check`
  const formerName = `${table.name}_${formerColumns.get(column) ?? column}_check`
  const [formerCheck, currentCheck] = [
    before.checkConstraints[formerName]?.value,
    target.checkConstraints[checkName]?.value,
  ]
  const [old, limits] = [findCheckLimits(formerCheck), findCheckLimits(currentCheck)]
  if (!limits || (formerCheck ?? '').replace(/\w+/, '') === (currentCheck ?? '').replace(/\w+/, ''))
    return
  const removedChoices =
    old?.kind === 'choices' && limits.kind === 'choices'
      ? old.values.filter((value) => !limits.values.includes(value))
      : []
  const isNarrower = isStricter(old, limits) || removedChoices.length > 0
  if (!isNarrower) return
  // The values written next may violate the old check.
  if (Object.hasOwn(table.checkConstraints, checkName)) {
    change.addStatements(
      `ALTER TABLE ${quotedIdentifier(table.name)} DROP CONSTRAINT ${quotedIdentifier(checkName)};`,
    )
    delete table.checkConstraints[checkName]
  }
  const { existingValues } = spec.options
  if (existingValues === 'asIs') return
  const name = quotedIdentifier(column)
  if (limits.kind === 'choices')
    mapChoices(change, part, removedChoices, old?.kind === 'choices' ? old.values : [])
  else if (limits.isLength && existingValues === 'truncate')
    rewrite(change, part, {
      to: `left(${name}, ${limits.max})`,
      where: `char_length(${name}) > ${limits.max}`,
    })
  else if (!limits.isLength && existingValues === 'nearest')
    rewrite(change, part, {
      to: `least(greatest(${name}, ${limits.min}), ${limits.max})`,
      where: `${name} NOT BETWEEN ${limits.min} AND ${limits.max}`,
    })
  else
    change.reportProblem(
      field,
      limits.isLength
        ? `now holds at most ${limits.max} characters, but existing values may be longer. Use \`existingValues: 'truncate'\` to truncate them, or \`existingValues: 'asIs'\` if no value is longer.`
        : `is now limited to ${limits.min} to ${limits.max}, but existing records may have other values. Use \`existingValues: 'nearest'\` to change them to the nearest limit, or \`existingValues: 'asIs'\` if all values are within the limits.`,
    )
}

/** Reports a problem if a text has a new pattern, because existing texts may not match it. */
function changePattern(
  { before, table, target, formerColumns, reportProblem }: TableChange,
  { column, field, spec }: ColumnPart,
): void {
  const shapeOf = (snapshot: typeof before, name: string) =>
    snapshot.checkConstraints[`${table.name}_${name}_shape`]?.value.replace(/^"?\w+"? /, '')
  const now = shapeOf(target, column)
  if (
    now === undefined ||
    now === shapeOf(before, formerColumns.get(column) ?? column) ||
    spec?.options.existingValues === 'asIs'
  )
    return
  reportProblem(
    field,
    `has a new pattern, but existing texts may not match it. Use \`existingValues: 'asIs'\` if all of them match.`,
  )
}

function isStricter(old: CheckLimits | null, limits: CheckLimits): boolean {
  if (old?.kind === 'choices' && limits.kind === 'range' && limits.isLength)
    return old.values.some((value) => value.length > Number(limits.max))
  if (!old || old.kind !== limits.kind) return true
  if (old.kind === 'choices' || limits.kind === 'choices') return false
  return (
    old.isLength !== limits.isLength || isLess(old.min, limits.min) || isLess(limits.max, old.max)
  )
}

function mapChoices(
  change: TableChange,
  part: ColumnPart,
  removedChoices: readonly string[],
  formerValues: readonly string[],
): void {
  const former = part.spec ? formerChoices(part.spec) : { renamed: {}, merged: {} }
  const { renamed, merged } = former
  const unmapped = removedChoices.filter(
    (value) => !Object.hasOwn(renamed, value) && !Object.hasOwn(merged, value),
  )
  if (unmapped.length > 0 || removedChoices.length === 0) {
    const example = unmapped.map((value) => `${value}: '…'`).join(', ')
    change.reportProblem(
      part.field,
      removedChoices.length === 0
        ? `now accepts only some values, but existing records may have others. Use \`existingValues: 'asIs'\` if all values are accepted.`
        : `no longer has ${unmapped.join(', ')}, but existing records may have it. Use \`renamed: { ${example} }\` if only the name changed, or \`merged: { ${example} }\` to give these records another choice (null for none) and record the change in their history.`,
    )
    return
  }
  for (const value of removedChoices) {
    const to = currentChoice(former, value)
    // If records already have the new choice, or two choices get the same name, the history could
    // no longer distinguish earlier values.
    const otherChoices = [
      ...formerValues,
      ...removedChoices
        .filter((one) => one !== value && Object.hasOwn(renamed, one))
        .map((one) => currentChoice(former, one)),
    ]
    if (Object.hasOwn(renamed, value) && to !== null && otherChoices.includes(to))
      change.reportProblem(
        part.field,
        `renames ${value} to ${to}, but other records already have ${to}, so the history would become wrong. Use \`merged: { ${value}: '${to}' }\` to change these records to ${to}.`,
      )
    else mapChoice(change, part, { value, to, isInHistory: Object.hasOwn(merged, value) })
  }
}

interface ChoiceMapping {
  readonly value: string
  readonly to: string | null
  /**
   * False if the choice was only renamed: the history then shows earlier values under the new name.
   */
  readonly isInHistory: boolean
}

function mapChoice(
  change: TableChange,
  part: ColumnPart,
  { value, to, isInHistory }: ChoiceMapping,
): void {
  const [name, from] = [quotedIdentifier(part.column), sqlLiteral(value)]
  if (part.spec && findColumn(part.spec)?.type === 'texts') {
    const now =
      to === null
        ? `array_remove(${name}, ${from})`
        : `array_replace(array_remove(${name}, ${sqlLiteral(to)}), ${from}, ${sqlLiteral(to)})`
    rewrite(change, part, { to: now, where: `${from} = ANY (${name})`, isInHistory: isInHistory })
  } else
    rewrite(change, part, {
      to: to === null ? 'NULL' : sqlLiteral(to),
      where: `${name} = ${from}`,
      isInHistory: isInHistory,
    })
}

interface Rewrite {
  /** SQL for the new value, and the condition for the rows to change. */
  readonly to: string
  readonly where: string
  /** False if only the value's name changes; see `ChoiceMapping`. */
  readonly isInHistory?: boolean
}

/** Changes values, and adds the change to the history unless the value is only renamed. */
function rewrite(
  { author, resource, table, addStatements }: TableChange,
  { column, field }: ColumnPart,
  { to, where, isInHistory = true }: Rewrite,
): void {
  const [tableSql, name] = [quotedIdentifier(table.name), quotedIdentifier(column)]
  if (!isInHistory || !resource) {
    addStatements(`UPDATE ${tableSql} SET ${name} = ${to} WHERE ${where};`)
    return
  }
  const fieldObject = (value: string) => `jsonb_build_object(${sqlLiteral(field)}, ${value})`
  addStatements(
    `INSERT INTO "change" ("id", "resource", "record_id", "version", "action", "actor_name", "at", "before", "after") SELECT gen_random_uuid(), ${sqlLiteral(resource.name)}, "id", "version" + 1, 'update', ${sqlLiteral(author)}, now(), ${fieldObject(name)}, ${fieldObject(to)} FROM ${tableSql} WHERE ${where};`,
    `UPDATE ${tableSql} SET ${name} = ${to}, "version" = "version" + 1, "updated_at" = now() WHERE ${where};`,
  )
}
