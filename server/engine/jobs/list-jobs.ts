import { AppError, invalidInput } from '#model/errors.ts'
import { type ExportFormat, exportFormats } from '#model/exchange.ts'
import { type JobKind, type JobState, jobKinds, jobStates, type Outcome, outcomes, type WireJobPage } from '#model/jobs.ts'
import { type Language, languages } from '#model/vocabulary.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { pageQuery, queryEntries } from '#server/engine/records/list-query.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'
import { type ShownJob, selectJobs, toWireJobs } from './wire-job.ts'

interface JobsQuery {
  readonly pageNumber: number
  readonly pageSize: number
  readonly state: readonly JobState[]
  readonly kind: readonly JobKind[]
  /** Of the caller alone, where an admin would see all. */
  readonly isOwn: boolean
}

/** The words of a list, separated by commas. Throws `input.invalid` for one that is unknown. */
function wordsIn<W extends string>(name: string, text: string | undefined, known: readonly W[]): W[] {
  const words = (text ?? '').split(',').filter(Boolean)
  // The words are among the known ones, or refused.
  if (words.some((word) => !known.includes(word as W))) throw invalidInput({ [name]: [{ code: 'choice.unknown' }] })
  return words as W[]
}

/** Parts of a query of their own, beside the page. Throws `filter.unknown`, `input.invalid`. */
function partsOf(query: unknown, names: readonly string[]) {
  const entries = queryEntries(query)
  const own = Object.fromEntries(entries.filter(([name]) => names.includes(name)))
  return { own, page: pageQuery(Object.fromEntries(entries.filter(([name]) => !names.includes(name)))) }
}

/** The query of a list of jobs. Throws `filter.unknown`, `input.invalid`. */
export function jobsQuery(query: unknown): JobsQuery {
  const { own, page } = partsOf(query, ['state', 'kind', 'own'])
  if (own.own !== undefined && own.own !== 'true') throw new AppError('filter.unknown', { fields: { own: [{ code: 'choice.unknown' }] } })
  return { ...page, state: wordsIn('state', own.state, jobStates), kind: wordsIn('kind', own.kind, jobKinds), isOwn: own.own === 'true' }
}

/** The query of the rows of a job. Throws `filter.unknown`, `input.invalid`. */
export function itemsQuery(query: unknown): { pageNumber: number; pageSize: number; outcomes: readonly Outcome[] } {
  const { own, page } = partsOf(query, ['outcome'])
  return { ...page, outcomes: wordsIn('outcome', own.outcome, outcomes) }
}

/** The query of the rows of a job as a file. Throws `filter.unknown`, `input.invalid`. */
export function itemsFileQuery(query: unknown): { outcomes: readonly Outcome[]; format: ExportFormat; language: Language | undefined } {
  const { outcome, format = 'csv', lng, ...others } = Object.fromEntries(queryEntries(query))
  pageQuery(others)
  const [known = 'csv'] = wordsIn('format', format, exportFormats)
  return { outcomes: wordsIn('outcome', outcome, outcomes), format: known, language: languages.find((language) => language === lng) }
}

/** A page of the caller's jobs, of everybody's for an admin, newest first. */
export async function jobPage(context: Context, caller: Caller, query: JobsQuery): Promise<WireJobPage> {
  const { database } = context
  const parameters = new Parameters()
  const parts = ['TRUE']
  if (caller.role !== 'admin' || query.isOwn) parts.push(`j.actor_id = ${parameters.add(caller.id, 'uuid')}`)
  // As `isTheirs`.
  if (caller.role !== 'admin') parts.push(`j.actor_role = ${parameters.add(caller.role, 'text')}`)
  if (query.state.length > 0) parts.push(`j.state = any(${parameters.add(query.state, 'text[]')})`)
  if (query.kind.length > 0) parts.push(`j.kind = any(${parameters.add(query.kind, 'text[]')})`)
  const where = parts.join(' and ')
  const [counted] = await database.query<{ total: number }>(`select count(*) as total from job j where ${where}`, parameters.values)
  const { pageNumber: page, pageSize } = query
  const rows = await database.query<ShownJob>(
    `${selectJobs} where ${where} order by j.created_at desc, j.id desc
     limit ${parameters.add(pageSize, 'bigint')} offset ${parameters.add((page - 1) * pageSize, 'bigint')}`,
    parameters.values,
  )
  return { totalCount: counted?.total ?? 0, page, pageSize, list: await toWireJobs(context, caller, rows) }
}
