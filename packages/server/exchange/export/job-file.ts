/**
 * Exports the items of a job as a file, with the outcome of each or, for rows that came from a
 * file, the reasons for their rejection.
 */

import { isFieldType } from '@matricola/schema/field.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { ExportFormat } from '@matricola/schema/wire/exchange.ts'
import type { JobOutcome, WireJobItem } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { type ItemWithCells, readChangedFields, streamItems } from '../../jobs/read-items.ts'
import { getJobWithUndo, type JobWithUndo } from '../../jobs/wire-job.ts'
import { authorize, type Permit } from '../../policy/permit.ts'
import { isUnreadCell, type UnreadCell } from '../../ports/file-reader.ts'
import { recordsOf } from '../../records/store.ts'
import { consume, rateLimits } from '../../session/rate-limits.ts'
import { recordSecurityEvent } from '../../session/security-events.ts'
import type { ExchangeCell } from '../cell-formats.ts'
import { writeCell } from '../cells.ts'
import type { FileColumn, FileRow } from '../files/file-writer.ts'
import { escapeFormula, unescapeFormula } from '../files/formula.ts'
import { fileFormats } from '../files/write-file.ts'
import { reasonHeading } from '../import/fields.ts'
import { decryptHeadings, importInput } from '../import/input.ts'
import { issuesText } from '../issue-texts.ts'
import { headingOf, type Localization } from '../labels.ts'
import { referenceKeys } from '../reference-keys.ts'
import {
  assertExportAllowed,
  type ExportedFile,
  fileColumn,
  fileNameOf,
  streamFile,
} from './export.ts'

interface JobFileRequest {
  readonly id: string
  readonly outcomes: readonly JobOutcome[]
  readonly format: ExportFormat
  readonly language: Language
  readonly address: string
}

/** Columns and rows of a job's file. */
interface FileContents {
  readonly columns: readonly FileColumn[]
  /** Converts items to rows, both as cells and as JSON. */
  rows(found: readonly ItemWithCells[]): Promise<readonly FileRow[]>
}

/**
 * Returns the file and logs the export before the first byte is sent. Throws `job.missing`,
 * `access.denied`, `reauthentication.required` or `requests.tooMany`.
 */
export async function jobFile(
  context: Context,
  caller: Caller,
  request: JobFileRequest,
): Promise<ExportedFile> {
  const { database, clock, texts } = context
  const { id, outcomes, format, language, address } = request
  const job = await getJobWithUndo(context, caller, id)
  const permit = authorize({ ...caller, language }, context.registry.get(job.resource), 'read')
  assertExportAllowed(context, permit)
  await consume(database, rateLimits.exports, caller.id, clock.now())
  const details = {
    resource: job.resource,
    rows: job.total,
    format,
    job: id,
    outcomes: outcomes.join(','),
  }
  await recordSecurityEvent(database, clock.now(), {
    kind: 'exported',
    userId: caller.id,
    address,
    details,
  })
  const localization = { texts, language }
  const contents =
    (await originalContents(context, { job, caller, permit }, localization)) ??
    (await resultContents(context, { job, permit }, localization))
  const { accessLogger } = recordsOf(context)
  async function* chunks() {
    for await (const found of streamItems(context, { caller, job, permit }, outcomes)) {
      await accessLogger.logExported(
        permit,
        found.flatMap(({ item }) => item.recordId ?? []),
      )
      yield await contents.rows(found)
    }
  }
  return {
    name: `${fileNameOf(permit.resource, localization)}-${job.kind}-${today(clock.now())}.${format}`,
    media: fileFormats[format].media,
    content: streamFile(fileFormats[format], chunks(), {
      title: texts.text(language, `resources:${job.resource}.many`),
      columns: contents.columns,
      language,
    }),
  }
}

const textColumn = (name: string, heading: string, width = 24): FileColumn => ({
  name,
  heading,
  format: 'text',
  width: Math.max(width, heading.length + 3),
})

/** Explains why an item was rejected, by its issues or, if it has none, by its outcome. */
function explainOutcome(
  permit: Permit,
  { outcome, issues }: WireJobItem,
  localization: Localization,
): string {
  const reasons = issuesText(permit.resource, issues, localization)
  if (reasons !== '' || ['done', 'ready', 'pending'].includes(outcome)) return reasons
  return localization.texts.find(localization.language, `bulk:reasons.${outcome}`) ?? ''
}

/**
 * The rows of the caller's own file with a column of reasons, so that the file can be corrected and
 * imported again. Returns null for jobs of other kinds or of other users.
 */
async function originalContents(
  { keys }: Context,
  {
    job,
    caller,
    permit,
  }: { readonly job: JobWithUndo; readonly caller: Caller; readonly permit: Permit },
  localization: Localization,
): Promise<FileContents | null> {
  if (job.actor_id !== caller.id || (job.kind !== 'import' && job.kind !== 'paste')) return null
  const headings =
    job.kind === 'import'
      ? decryptHeadings(keys, job)
      : pastedFields(job).map((name) => headingOf(permit.resource, name, localization))
  const reason = reasonHeading(localization.texts, localization.language)
  // Leave out the reason column of an earlier attempt, whose reasons are out of date.
  const keptColumns = headings
    .map((heading, i) => ({ heading, i }))
    .filter(({ heading, i }) => heading !== reason || !isUnmapped(job, i))
  return {
    columns: [
      ...keptColumns.map(({ heading, i }) =>
        textColumn(String(i), escapeFormula(unescapeFormula(heading))),
      ),
      textColumn('reason', reason, 60),
    ],
    rows: async (found) =>
      found.map(({ item, cells }): FileRow => {
        const exportedCells = keptColumns.map(({ i }) => toExportedCell(cells?.[i] ?? null))
        const outcomeText = explainOutcome(permit, item, localization)
        const valuesByHeading = Object.fromEntries(
          keptColumns.map(({ heading, i }) => [heading, toJsonCell(cells?.[i] ?? null)]),
        )
        return {
          cells: [...exportedCells, escapeFormula(outcomeText)],
          value: { row: item.position, ...valuesByHeading, [reason]: outcomeText },
        }
      }),
  }
}

const toJsonCell = (cell: ExchangeCell | UnreadCell) =>
  isUnreadCell(cell) ? toExportedCell(cell) : cell

const isUnmapped = (job: JobWithUndo, i: number) =>
  job.kind === 'import' && importInput(job).mapping[i] === null
// Set by `startPaste`.
const pastedFields = ({ input }: JobWithUndo) => (input.fields ?? []) as readonly string[]

/**
 * Marks an unreadable cell with a replacement character, so that it is rejected again if the file
 * is imported unchanged.
 */
function toExportedCell(cell: ExchangeCell | UnreadCell): ExchangeCell {
  if (!isUnreadCell(cell))
    return typeof cell === 'string' ? escapeFormula(unescapeFormula(cell)) : cell
  const isMarked = cell.fault === 'error' || cell.shown.includes('\uFFFD')
  return escapeFormula(isMarked ? cell.shown : `${cell.shown} \uFFFD`)
}

/** The records, their outcomes, and the old and new values of the changed fields. */
async function resultContents(
  context: Context,
  { job, permit }: { readonly job: JobWithUndo; readonly permit: Permit },
  localization: Localization,
): Promise<FileContents> {
  const { resource, role } = permit
  const { texts, language } = localization
  const translate = (key: string, params = {}) =>
    texts.text(language, `server:jobFile.${key}`, params)
  const changed = await readChangedFields(context.database, { id: job.id, resource, role })
  return {
    columns: [
      textColumn('title', translate('title'), 32),
      textColumn('key', translate('key')),
      textColumn('outcome', translate('outcome')),
      textColumn('reason', reasonHeading(texts, language), 60),
      ...changed.flatMap((name) =>
        (['before', 'after'] as const).map((side): FileColumn => {
          const column = fileColumn(resource, name, localization)
          const heading = translate(side, { field: column.heading })
          return {
            ...column,
            name: `${name}.${side}`,
            heading,
            width: Math.max(column.width, heading.length + 3),
          }
        }),
      ),
    ],
    async rows(found) {
      const ids = found.flatMap(({ item }) => item.recordId ?? [])
      const keys = await referenceKeys(context.database, permit, resource, ids)
      return found.map(({ item }): FileRow => {
        const key = keys.get(item.recordId ?? '') ?? ''
        const outcome = translate(`outcomes.${item.outcome}`)
        const reason = explainOutcome(permit, item, localization)
        const values = changed.flatMap((name) => {
          const change = item.changes.find(({ field }) => field === name)
          if (!change) return [null, null]
          if (isFieldType(fieldOf(resource, name), 'reference'))
            return [change.beforeTitle, change.afterTitle].map((title) =>
              escapeFormula(title ?? ''),
            )
          if (isFieldType(fieldOf(resource, name), 'links'))
            return [change.before, change.after].map((ids) =>
              escapeFormula(
                [ids]
                  .flat()
                  .flatMap((id) => change.titles?.[String(id)] ?? [])
                  .join('; '),
              ),
            )
          const writeOptions = { ...localization, keys: new Map<string, string>() }
          return [
            writeCell(resource, name, change.before, writeOptions),
            writeCell(resource, name, change.after, writeOptions),
          ]
        })
        return {
          cells: [
            escapeFormula(item.title),
            escapeFormula(key),
            outcome,
            escapeFormula(reason),
            ...values,
          ],
          value: { ...item, cells: undefined, key, reason },
        }
      })
    },
  }
}
