/** The state of a process: its stages with their numbers, for one subject. */
import { setTimeout as wait } from 'node:timers/promises'
import { isGranted } from '@matricola/schema/access.ts'
import {
  type ChecklistStage,
  type Process,
  type ProcessCheck,
  type ProcessDate,
  type ProcessList,
  type ProcessSpec,
  type ProcessStage,
  type RecordStage,
  stagesOf,
} from '@matricola/schema/process.ts'
import { findProcessLink, findReferenceTo } from '@matricola/schema/process-links.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireProcess, WireStage } from '@matricola/schema/wire/process.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { columnNameOf, tableNameOf } from '../database/names.ts'
import { authorize } from '../policy/permit.ts'
import { createListQuery } from '../records/reading/parse-list-query.ts'
import { recordsOf } from '../records/store.ts'
import { predicateSql } from '../sql/predicate-sql.ts'
import { expr, pick, runStatement, sql, sqlForRow, table } from '../sql/typed.ts'
import { nobody, type ProcessRecords, readStagePeople } from './process-people.ts'

/** Time in milliseconds after which the counts of a list are given up. */
const maxCountMs = 2000
/** Number of subjects to choose from. */
const maxSubjects = 50

interface ProcessQuery {
  readonly subject?: string | undefined
  readonly part?: string | undefined
}

/** The process with its subject and part, and the caller who reads it. */
interface Reader {
  readonly context: Context
  readonly caller: Caller
  readonly process: Process
  readonly subject: WireRecord
  readonly part: WireRecord | null
}

/**
 * Returns the state of a process. Throws `record.missing` for an unknown subject or part, and
 * `access.denied`.
 */
export async function readProcessState(
  context: Context,
  caller: Caller,
  process: Process,
  query: ProcessQuery,
): Promise<WireProcess> {
  if (!process.roles.includes(caller.role)) throw new AppError('access.denied')
  const records = recordsOf(context)
  const subjectResource = context.registry.get(process.subject.resource)
  const permit = authorize(caller, subjectResource, 'read')
  const subjects = await records.firstPage(
    permit,
    createListQuery(subjectResource, { pageSize: maxSubjects }),
  )
  const subjectId = query.subject ?? (await findCurrentSubject(context, process)) ?? subjects[0]?.id
  const named = { name: process.name, subjectResource: subjectResource.name }
  const empty = { parts: [], part: null, dates: [], current: null, stages: [] }
  if (subjectId === undefined) return { ...named, subject: null, subjects: [], ...empty }
  const subject = await records.get(permit, subjectId)
  const parts = await readParts(context, caller, process, subject)
  const part = choosePart(context, process, parts, query.part)
  const stages = await readStages({ context, caller, process, subject, part })
  return {
    ...named,
    subject: toNamed(subject),
    subjects: [...(subjects.some(({ id }) => id === subject.id) ? [] : [subject]), ...subjects].map(
      toNamed,
    ),
    part: part && toNamed(part),
    parts: parts.map(toNamed),
    dates: (process.dates ?? []).flatMap((date) => {
      const { field, resource } = dateSource(process, date)
      return resource === undefined || (!part && 'part' in date)
        ? []
        : [{ resource, field, value: dateOf(date, subject, part) }]
    }),
    current: stages.find(({ state }) => state !== 'done')?.name ?? null,
    stages,
  }
}

const toNamed = ({ id, _title }: WireRecord) => ({ id, title: _title })

const dateSource = ({ subject }: ProcessSpec, date: ProcessDate) =>
  'subject' in date
    ? { resource: subject.resource, field: date.subject }
    : { resource: subject.part?.resource, field: date.part }

function dateOf(date: ProcessDate, subject: WireRecord, part: WireRecord | null): string | null {
  const value = 'subject' in date ? subject[date.subject] : part?.[date.part]
  return typeof value === 'string' ? value : null
}

/** The subject that the settings name, regardless of whether the caller may read the settings. */
async function findCurrentSubject(
  { database, registry }: Context,
  { subject: { current } }: ProcessSpec,
): Promise<string | undefined> {
  if (!current) return undefined
  const [row] = await database.query<{ id: string | null }>(
    `SELECT ${columnNameOf(current.setting)} AS id FROM ${tableNameOf(registry.get('settings'))}`,
  )
  return row?.id ?? undefined
}

async function readParts(
  context: Context,
  caller: Caller,
  { subject: { resource, part } }: ProcessSpec,
  subject: WireRecord,
): Promise<WireRecord[]> {
  const target = part && context.registry.get(part.resource)
  if (!target || !isGranted(target, caller.role, 'read')) return []
  return await recordsOf(context).firstPage(
    authorize(caller, target, 'read'),
    createListQuery(target, {
      pageSize: maxSubjects,
      filters: [[findReferenceTo(target, resource) ?? '', subject.id]],
      sort: [{ field: part.orderedBy, isDescending: false }],
    }),
  )
}

/** The chosen part; by default the first that has not ended, or the last. */
function choosePart(
  { clock }: Context,
  { dates = [] }: ProcessSpec,
  parts: readonly WireRecord[],
  id: string | undefined,
): WireRecord | null {
  if (id !== undefined) {
    const chosen = parts.find((part) => part.id === id)
    if (!chosen) throw new AppError('record.missing')
    return chosen
  }
  const now = today(clock.now())
  const lastDate = (part: WireRecord) =>
    dates
      .flatMap((date) => ('part' in date ? (dateOf(date, part, part) ?? []) : []))
      .toSorted()
      .at(-1)
  return parts.find((part) => (lastDate(part) ?? '9999') >= now) ?? parts.at(-1) ?? null
}

/** The field by which records belong to the subject or the part. */
interface ResourceLink {
  readonly resource: AnyResource
  /** Null if the list belongs to a part and there is none. */
  readonly filter: readonly [field: string, id: string] | null
}

function linkOf({ context, process, subject, part }: Reader, name: string): ResourceLink {
  const resource = context.registry.get(name)
  const link = findProcessLink(process, resource)
  const id = link?.to === 'part' ? part?.id : subject.id
  return { resource, filter: link && id !== undefined ? [link.field, id] : null }
}

async function readStages(reader: Reader): Promise<WireStage[]> {
  const { process } = reader
  const used: (readonly [string, ProcessStage])[] = []
  for (const entry of stagesOf(process)) if (await isUsed(reader, entry[1])) used.push(entry)
  const counts = await countStages(
    reader,
    used.flatMap(([, stage]) => ('from' in stage ? [stage] : [])),
  )
  const stages: WireStage[] = []
  for (const [name, stage] of used)
    stages.push(
      'from' in stage
        ? await toStage(reader, { name, stage, counts, before: stages })
        : await toChecklist(reader, { name, stage, before: stages }),
    )
  const first = stages.find(({ state }) => state !== 'done')
  return stages.map((stage) =>
    stage === first && stage.state === 'underWay' ? { ...stage, state: 'current' } : stage,
  )
}

/** Whether the subject has the stage or check. This does not depend on what the caller may read. */
async function isUsed(
  reader: Reader,
  { usedWhen, unusedWhen }: Pick<ProcessStage, 'usedWhen' | 'unusedWhen'>,
): Promise<boolean> {
  if (usedWhen && !(await hasAny(reader, usedWhen.any))) return false
  return !unusedWhen || !(await hasAny(reader, unusedWhen.any))
}

async function hasAny(reader: Reader, name: string): Promise<boolean> {
  const { resource, filter } = linkOf(reader, name)
  if (!filter) return false
  const [row] = await reader.context.database.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM ${tableNameOf(resource)} WHERE ${columnNameOf(filter[0])} = $1::uuid) AS found`,
    [filter[1]],
  )
  return row?.found ?? false
}

type CountedList = ProcessRecords & {
  /** Whether there is no part that the list could belong to. */
  readonly isEmpty: boolean
}

/** The records of a list in addition to those of the subject or part: a view, states, or all. */
function listOf(reader: Reader, { resource: name, view = '', states }: ProcessList): CountedList {
  const { resource, filter } = linkOf(reader, name)
  const stateField = resource.workflow?.field
  const filters: (readonly [string, string])[] = filter ? [filter] : []
  if (states && stateField !== undefined) filters.push([stateField, states.join(',')])
  return { resource: name, view, filters, isEmpty: !filter }
}

const keyOf = ({ resource, view, filters }: ProcessRecords) =>
  JSON.stringify([resource, view, filters])

type Counts = ReadonlyMap<string, number | null>

/** Counts all lists of the stages, in one pass over the subject's records of each resource. */
async function countStages(reader: Reader, stages: readonly RecordStage[]): Promise<Counts> {
  const { context, caller } = reader
  const lists = stages
    .flatMap(({ from, blocks = {} }): ProcessList[] => [
      from,
      { resource: from.resource },
      ...Object.keys(blocks).map((view) => ({ resource: from.resource, view })),
      ...stateLists(context, from),
    ])
    .map((list) => listOf(reader, list))
    .filter(({ isEmpty }) => !isEmpty)
  const counts = new Map<string, number | null>()
  for (const name of new Set(lists.map(({ resource }) => resource))) {
    const resource = context.registry.get(name)
    if (!isGranted(resource, caller.role, 'read')) continue
    const own = lists.filter((list) => list.resource === name)
    const common = own[0]?.filters.slice(0, 1) ?? []
    const counting = recordsOf(context).countEach(
      authorize(caller, resource, 'read'),
      createListQuery(resource, { filters: common }),
      own.map(({ view, filters }) =>
        createListQuery(resource, { view, filters: filters.slice(1) }),
      ),
    )
    const found = await inTime(context, counting)
    for (const [index, list] of own.entries()) counts.set(keyOf(list), found?.[index] ?? null)
  }
  return counts
}

/** One list for each state of the resource, if the stage consists of states. */
function stateLists(
  { registry }: Context,
  { resource: name, states }: ProcessList,
): (ProcessList & { readonly states: readonly [state: string] })[] {
  const resource = registry.get(name)
  const spec = resource.workflow && resource.fields[resource.workflow.field]
  return states && spec && 'choices' in spec
    ? Object.keys(spec.choices).map((state) => ({ resource: name, states: [state] }))
    : []
}

/** Null if the promise takes too long or fails, so that the rest of the page can be shown. */
const inTime = <Value>({ log }: Context, promise: Promise<Value>): Promise<Value | null> =>
  Promise.race([
    promise.catch((error: unknown) => {
      log.error(error)
      return null
    }),
    wait(maxCountMs, null, { ref: false }),
  ])

interface StageInput<Stage extends ProcessStage> {
  readonly name: string
  readonly stage: Stage
  /** The stages before it. */
  readonly before: readonly WireStage[]
}

/** The stages that have to be done before and are not. */
const findUndone = ({ stage, before }: StageInput<ProcessStage>) =>
  (stage.after ?? []).filter((name) =>
    before.some((other) => other.name === name && other.state !== 'done'),
  )

async function toChecklist(reader: Reader, input: StageInput<ChecklistStage>): Promise<WireStage> {
  const { process, caller } = reader
  const checks: WireStage['checks'][number][] = []
  for (const [name, check] of Object.entries(input.stage.checks)) {
    if (!(await isUsed(reader, check))) continue
    const { filter } = linkOf(reader, check.of)
    checks.push({
      name,
      resource: check.of,
      isMet: await isMet(reader, check),
      list: filter ? { resource: check.of, view: '', filters: [filter] } : null,
    })
  }
  const unmet = checks.filter((check) => !check.isMet)
  const waitsFor = findUndone(input)
  return {
    name: input.name,
    state: waitsFor.length > 0 ? 'later' : unmet.length === 0 ? 'done' : 'underWay',
    count: unmet.length,
    total: checks.length,
    due: null,
    isLate: false,
    list: null,
    checks,
    states: [],
    ...nobody,
    waitsFor,
    blocks: [],
    next: {
      isCreate: false,
      isAllowed: process.roles.includes(caller.role),
      roles: [...process.roles],
    },
  }
}

/** Whether a check holds. This does not depend on what the caller may read. */
async function isMet(reader: Reader, check: ProcessCheck): Promise<boolean> {
  const { context, caller, process, subject } = reader
  const resource = context.registry.get(check.of)
  const row = table(resource, 'checked')
  const link = resource.singleton
    ? null
    : check.of === process.subject.resource
      ? (['id', subject.id] as const)
      : linkOf(reader, check.of).filter
  const condition = sqlForRow(row, (alias, parameters) => {
    const where = 'any' in check ? check.any : check.none
    const predicate = predicateSql(where, { resource, row: alias, caller, parameters })
    return link
      ? `${predicate} AND ${alias}.${columnNameOf(link[0])} = ${parameters.add(link[1], 'uuid')}`
      : predicate
  })
  const [found] = await runStatement(
    context.database,
    sql`select ${pick({ exists: expr<boolean>`exists (select 1 from ${row} where ${condition})` })}`,
  )
  return (found?.exists ?? false) === 'any' in check
}

interface CountedInput extends StageInput<RecordStage> {
  readonly counts: Counts
}

async function toStage(reader: Reader, input: CountedInput): Promise<WireStage> {
  const { name, stage, counts } = input
  const { context, caller, process, subject, part } = reader
  const { from, doneWhen, due, next = {} } = stage
  const counted = (declared: ProcessList) => {
    const { isEmpty, ...list } = listOf(reader, declared)
    return { list, count: isEmpty ? 0 : (counts.get(keyOf(list)) ?? null) }
  }
  const { list, count } = counted(from)
  const total = counted({ resource: from.resource }).count
  const blocks = Object.entries(stage.blocks ?? {}).map(([view, { stops = false }]) => ({
    view,
    stops,
    ...counted({ resource: from.resource, view }),
  }))
  const waitsFor = findUndone(input)
  const isFinished = doneWhen === 'any' ? (count ?? 0) > 0 : count === 0 && (total ?? 0) > 0
  const isBlocked = blocks.some((block) => block.stops && block.count !== 0)
  const dueDate = due ? dateOf(due, subject, part) : null
  const state =
    waitsFor.length > 0 ? 'later' : isBlocked ? 'blocked' : isFinished ? 'done' : 'underWay'
  const resource = context.registry.get(from.resource)
  const roles = next.roles ?? process.roles
  return {
    name,
    state,
    count,
    total,
    due: dueDate,
    isLate: dueDate !== null && state !== 'done' && isPast(context, dueDate) && count !== 0,
    list,
    checks: [],
    states: stateLists(context, from).flatMap(({ resource, states }) => {
      const found = counted({ resource, states })
      return found.count === 0 ? [] : [{ state: states[0], ...found }]
    }),
    ...(stage.people !== undefined && isGranted(resource, caller.role, 'read')
      ? ((await inTime(
          context,
          readStagePeople(context, caller, { stage, field: stage.people, list, count }),
        )) ?? { people: null, daysLeft: null })
      : nobody),
    waitsFor,
    blocks: blocks
      .filter((block) => block.count !== 0)
      .toSorted((a, b) => Number(b.stops) - Number(a.stops)),
    next: {
      isCreate: next.create ?? false,
      isAllowed:
        roles.includes(caller.role) &&
        isGranted(resource, caller.role, next.create ? 'create' : 'read'),
      roles: [...roles],
    },
  }
}

/** Whether a day or an instant is over. */
const isPast = ({ clock }: Context, date: string) =>
  date.length === 10 ? date < today(clock.now()) : date < clock.now().toISOString()
