/** The items of a job as a file: the outcome of each, or, for rows that came from a file, what has to be corrected. */

import { fieldOf, isKind } from '#model/resource.ts'
import { today } from '#model/values/dates.ts'
import type { Language } from '#model/vocabulary.ts'
import type { ExportFormat } from '#model/wire/exchange.ts'
import type { Outcome, WireJobItem } from '#model/wire/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { allItems, changedFields, type FoundItem } from '#server/engine/jobs/read-items.ts'
import { type ShownJob, shownJob } from '#server/engine/jobs/wire-job.ts'
import { authorize, type Permit } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { recordEvent } from '#server/engine/session/events.ts'
import { consume, limits } from '#server/engine/session/limiter.ts'
import { isUnread, type UnreadCell } from '../../ports/file-reader.ts'
import { type Cell, writeCell } from '../cells.ts'
import type { FileColumn, FileRow } from '../files/file-writer.ts'
import { guarded, unguarded } from '../files/formula.ts'
import { fileFormats } from '../files/write-file.ts'
import { reasonHeading } from '../import/fields.ts'
import { importInput, openHeadings } from '../import/input.ts'
import { issuesText } from '../issue-words.ts'
import { referenceKeys } from '../reference-keys.ts'
import { headingOf, type Wording } from '../words.ts'
import { demandExportProof, fileColumn, fileOf, type SentFile, wordsOfName } from './export.ts'

interface JobFileAsked {
  readonly id: string
  readonly outcomes: readonly Outcome[]
  readonly format: ExportFormat
  readonly language: Language
  readonly address: string
}

/** Columns and rows of a job's file. */
interface FileContents {
  readonly columns: readonly FileColumn[]
  /** Converts items to rows, both as cells and as JSON. */
  rows(found: readonly FoundItem[]): Promise<readonly FileRow[]>
}

/**
 * Returns the file and logs the export before the first byte is sent. Throws `job.missing`, `access.denied`,
 * `reauthentication.required` or `requests.tooMany`.
 */
export async function jobFile(context: Context, caller: Caller, asked: JobFileAsked): Promise<SentFile> {
  const { database, clock, texts } = context
  const { id, outcomes, format, language, address } = asked
  const job = await shownJob(database, caller, id)
  const permit = authorize({ ...caller, language }, resourceNamed(job.resource), 'read')
  demandExportProof(context, permit)
  await consume(database, limits.exports, caller.id, clock.now())
  const details = { resource: job.resource, rows: job.total, format, job: id, outcomes: outcomes.join(',') }
  await recordEvent(database, clock.now(), { kind: 'exported', userId: caller.id, address, details })
  const wording = { texts, language }
  const contents = (await asItCame(context, { job, caller, permit }, wording)) ?? (await asItWent(context, { job, permit }, wording))
  const { reads } = recordsOf(context)
  async function* chunks() {
    for await (const found of allItems(context, { caller, job, permit }, outcomes)) {
      await reads.exported(
        permit,
        found.flatMap(({ item }) => item.recordId ?? []),
      )
      yield await contents.rows(found)
    }
  }
  return {
    name: `${wordsOfName(permit.resource, wording)}-${job.kind}-${today(clock.now())}.${format}`,
    media: fileFormats[format].media,
    content: fileOf(fileFormats[format], chunks(), {
      title: texts.text(language, `resources:${job.resource}.many`),
      columns: contents.columns,
      language,
    }),
  }
}

const textColumn = (name: string, heading: string, width = 24): FileColumn => ({
  name,
  heading,
  look: 'text',
  width: Math.max(width, heading.length + 3),
})

/** Explains why an item was rejected, by its issues or, if it has none, by its outcome. */
function reasonOf(permit: Permit, { outcome, issues }: WireJobItem, wording: Wording): string {
  const said = issuesText(permit.resource, issues, wording)
  if (said !== '' || ['done', 'ready', 'pending'].includes(outcome)) return said
  return wording.texts.find(wording.language, `bulk:reasons.${outcome}`) ?? ''
}

/**
 * The rows of the caller's own file with a column of reasons, so that the file can be corrected and imported again. Returns null for
 * jobs of other kinds or of other users.
 */
async function asItCame(
  { keys }: Context,
  { job, caller, permit }: { readonly job: ShownJob; readonly caller: Caller; readonly permit: Permit },
  wording: Wording,
): Promise<FileContents | null> {
  if (job.actor_id !== caller.id || (job.kind !== 'import' && job.kind !== 'paste')) return null
  const headings =
    job.kind === 'import' ? openHeadings(keys, job) : pastedFields(job).map((name) => headingOf(permit.resource, name, wording))
  const reason = reasonHeading(wording.texts, wording.language)
  // Leave out the reason column of an earlier attempt, whose reasons are out of date.
  const kept = headings.map((heading, i) => ({ heading, i })).filter(({ heading, i }) => heading !== reason || !isUnmapped(job, i))
  return {
    columns: [...kept.map(({ heading, i }) => textColumn(String(i), guarded(unguarded(heading)))), textColumn('reason', reason, 60)],
    rows: async (found) =>
      found.map(({ item, cells }): FileRow => {
        const given = kept.map(({ i }) => cellAgain(cells?.[i] ?? null))
        const why = reasonOf(permit, item, wording)
        const said = Object.fromEntries(kept.map(({ heading, i }) => [heading, jsonOf(cells?.[i] ?? null)]))
        return { cells: [...given, guarded(why)], value: { row: item.position, ...said, [reason]: why } }
      }),
  }
}

const jsonOf = (cell: Cell | UnreadCell) => (isUnread(cell) ? cellAgain(cell) : cell)

const isUnmapped = (job: ShownJob, i: number) => job.kind === 'import' && importInput(job).mapping[i] === null
// Set by `pasteCells`.
const pastedFields = ({ input }: ShownJob) => (input.fields ?? []) as readonly string[]

/** Marks an unreadable cell with a replacement character, so that it is rejected again if the file is imported unchanged. */
function cellAgain(cell: Cell | UnreadCell): Cell {
  if (!isUnread(cell)) return typeof cell === 'string' ? guarded(unguarded(cell)) : cell
  const isMarked = cell.fault === 'error' || cell.shown.includes('\uFFFD')
  return guarded(isMarked ? cell.shown : `${cell.shown} \uFFFD`)
}

/** The records, their outcomes, and the old and new values of the changed fields. */
async function asItWent(
  context: Context,
  { job, permit }: { readonly job: ShownJob; readonly permit: Permit },
  wording: Wording,
): Promise<FileContents> {
  const { resource, role } = permit
  const { texts, language } = wording
  const say = (key: string, params = {}) => texts.text(language, `server:jobFile.${key}`, params)
  const changed = await changedFields(context.database, { id: job.id, resource, role })
  return {
    columns: [
      textColumn('title', say('title'), 32),
      textColumn('key', say('key')),
      textColumn('outcome', say('outcome')),
      textColumn('reason', reasonHeading(texts, language), 60),
      ...changed.flatMap((name) =>
        (['before', 'after'] as const).map((side): FileColumn => {
          const column = fileColumn(resource, name, wording)
          const heading = say(side, { field: column.heading })
          return { ...column, name: `${name}.${side}`, heading, width: Math.max(column.width, heading.length + 3) }
        }),
      ),
    ],
    async rows(found) {
      const ids = found.flatMap(({ item }) => item.recordId ?? [])
      const keys = await referenceKeys(context.database, permit, resource, ids)
      return found.map(({ item }): FileRow => {
        const key = keys.get(item.recordId ?? '') ?? ''
        const outcome = say(`outcomes.${item.outcome}`)
        const reason = reasonOf(permit, item, wording)
        const values = changed.flatMap((name) => {
          const change = item.changes.find(({ field }) => field === name)
          if (!change) return [null, null]
          if (isKind(fieldOf(resource, name), 'reference'))
            return [change.beforeTitle, change.afterTitle].map((title) => guarded(title ?? ''))
          if (isKind(fieldOf(resource, name), 'links'))
            return [change.before, change.after].map((ids) =>
              guarded(
                [ids]
                  .flat()
                  .flatMap((id) => change.titles?.[String(id)] ?? [])
                  .join('; '),
              ),
            )
          const how = { ...wording, keys: new Map<string, string>() }
          return [writeCell(resource, name, change.before, how), writeCell(resource, name, change.after, how)]
        })
        return {
          cells: [guarded(item.title), guarded(key), outcome, guarded(reason), ...values],
          value: { ...item, cells: undefined, key, reason },
        }
      })
    },
  }
}
