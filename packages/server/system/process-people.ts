/** Reads the people who work on the records of a stage, and how fast they get done. */
import type { RecordStage } from '@matricola/schema/process.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { daysAfter, endOfDay, today } from '@matricola/schema/values/dates.ts'
import { noValue } from '@matricola/schema/wire/filter-value.ts'
import type { WireStage } from '@matricola/schema/wire/process.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { columnNameOf, tableNameOf } from '../database/names.ts'
import { readPresence } from '../live/presence.ts'
import { authorize } from '../policy/permit.ts'
import { createListQuery } from '../records/reading/parse-list-query.ts'
import { recordsOf } from '../records/store.ts'

/** Days whose changes give the speed, and the working days among them. */
const days = 7
const workingDays = 5
/** Fewer changes say too little about the speed. */
const minChanges = 20

type StagePeople = Pick<WireStage, 'people' | 'daysLeft'>
export const nobody: StagePeople = { people: [], daysLeft: null }

/** Records that a list shows. */
export interface ProcessRecords {
  readonly resource: string
  readonly view: string
  readonly filters: readonly (readonly [field: string, value: string])[]
}

interface PeopleInput {
  readonly stage: RecordStage
  readonly field: string
  readonly list: ProcessRecords
  readonly count: number | null
}

export async function readStagePeople(
  context: Context,
  caller: Caller,
  { stage, field, list, count }: PeopleInput,
): Promise<StagePeople> {
  const { database, registry } = context
  const resource = registry.get(list.resource)
  const groups = await recordsOf(context).groupByUser(
    authorize(caller, resource, 'read'),
    createListQuery(resource, { view: list.view, filters: list.filters }),
    field,
  )
  const done = await countDone(context, resource, stage, list)
  const ids = new Set([...groups, ...done].flatMap(({ id }) => id ?? []))
  const names = new Map(
    (
      await database.query<{ id: string; name: string }>(
        'SELECT id, name FROM users WHERE id = ANY($1::uuid[]) ORDER BY name',
        [[...ids]],
      )
    ).map(({ id, name }) => [id, name]),
  )
  const present = new Set(
    (await readPresence(context)).flatMap((entry) =>
      entry.resource === resource.name ? entry.people.map(({ id }) => id) : [],
    ),
  )
  const rows = [...names.keys(), null].flatMap((id) => {
    const group = groups.find((one) => one.id === id)
    const doneToday = done.find((one) => one.id === id)?.today ?? 0
    if (!group && doneToday === 0) return []
    return [
      {
        id,
        name: id === null ? null : (names.get(id) ?? null),
        count: group?.count ?? 0,
        doneToday,
        oldestAt: group?.oldest_at ?? null,
        isPresent: id !== null && present.has(id),
        list: {
          ...list,
          filters: [
            ...list.filters,
            [field, id ?? noValue] satisfies ProcessRecords['filters'][number],
          ],
        },
      },
    ]
  })
  const total = done.reduce((sum, one) => sum + one.total, 0)
  return {
    people: rows,
    daysLeft:
      total < minChanges || count === null ? null : Math.ceil(count / (total / workingDays)),
  }
}

/** Counts the transitions out of the stage's states, by user. */
async function countDone(
  { database, clock }: Context,
  resource: AnyResource,
  { from: { states = [] } }: RecordStage,
  { filters }: ProcessRecords,
) {
  const leaving = Object.entries(resource.workflow?.transitions ?? {}).flatMap(
    ([name, { from, to }]) =>
      from.some((state) => states.includes(state)) && !states.includes(to) ? [name] : [],
  )
  const link = filters[0]
  if (leaving.length === 0 || !link) return []
  const day = today(clock.now())
  const startOf = (date: string) =>
    new Date(endOfDay(daysAfter(date, -1)).getTime() + 1).toISOString()
  return await database.query<{ id: string; today: number; total: number }>(
    `SELECT c.actor_id AS id, (count(*) FILTER (WHERE c.at >= $4::timestamptz))::int AS today, count(*)::int AS total
     FROM change c JOIN ${tableNameOf(resource)} r ON r.id = c.record_id
     WHERE c.resource = $1 AND c.action = ANY($2::text[]) AND c.at >= $3::timestamptz
       AND c.actor_id IS NOT NULL AND r.${columnNameOf(link[0])} = $5::uuid
     GROUP BY c.actor_id`,
    [resource.name, leaving, startOf(daysAfter(day, 1 - days)), startOf(day), link[1]],
  )
}
