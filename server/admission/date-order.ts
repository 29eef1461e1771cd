/** Requires the dates of an admission session and of its rounds to be in order. */
import { today } from '@matricola/schema/values/dates.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'

const admissionSession = table(admissionSessions)
const admissionRound = table(admissionRounds)

const roundColumns = pick(
  columns(
    admissionRound,
    'id',
    'admissionSessionId',
    'name',
    'number',
    'resultsOn',
    'appealUntil',
    'confirmBy',
  ),
)
type Round = (typeof roundColumns)['~selects']

/** Dates of a round, in their order. */
const roundFields = ['resultsOn', 'appealUntil', 'confirmBy'] as const

/** A date with the record that it belongs to. The session itself has no round. */
interface OrderedDate {
  readonly field: (typeof roundFields)[number] | 'closesAt' | 'waitingEndsOn'
  readonly day: string
  readonly round: Pick<Round, 'id' | 'name'> | null
}

interface SessionDates {
  readonly closesAt: string | null
  readonly waitingEndsOn: string | null
}

/** The dates of a session that are set, in the order that they must have. */
function datesInOrder(
  { closesAt, waitingEndsOn }: SessionDates,
  rounds: readonly Round[],
): OrderedDate[] {
  const sorted = [...rounds].sort((one, other) => one.number - other.number)
  return [
    ...(closesAt === null
      ? []
      : [
          {
            field: 'closesAt',
            day: today(new Date(Date.parse(closesAt) - 1)),
            round: null,
          } as const,
        ]),
    ...sorted.flatMap((round) =>
      roundFields.flatMap((field) => {
        const day = round[field]
        return day === null ? [] : [{ field, day, round }]
      }),
    ),
    ...(waitingEndsOn === null
      ? []
      : [{ field: 'waitingEndsOn', day: waitingEndsOn, round: null } as const]),
  ]
}

/** The rule that two neighbouring dates break, if any: the later one's and the earlier one's. */
function brokenRule(
  earlier: OrderedDate,
  later: OrderedDate,
): { later: Issue; earlier: Issue } | null {
  const isOneRound = earlier.round?.id === later.round?.id
  // A session may close on the day of the first results, and waiting lists may end on the last day
  // for confirming a place.
  const isInOrder =
    isOneRound || earlier.round === null || later.round === null
      ? earlier.day <= later.day
      : earlier.day < later.day
  if (isInOrder) return null
  if (isOneRound)
    return {
      later: { code: `admission.dates.before.${earlier.field}` },
      earlier: { code: `admission.dates.after.${later.field}` },
    }
  return {
    later: earlier.round
      ? { code: 'admission.dates.before.round', params: { round: earlier.round.name } }
      : { code: 'admission.dates.before.closesAt' },
    earlier: later.round
      ? { code: 'admission.dates.after.round', params: { round: later.round.name } }
      : { code: 'admission.dates.after.waitingEndsOn' },
  }
}

/**
 * Issues of the dates that a write changes, by field. A date that was out of order before is
 * refused only if the write changes it or its neighbour.
 */
function orderIssues(
  dates: readonly OrderedDate[],
  isChanged: (date: OrderedDate) => boolean,
): FieldIssues {
  const issues = dates.slice(1).flatMap((later, index): [string, Issue[]][] => {
    const earlier = dates[index]
    const broken = earlier ? brokenRule(earlier, later) : null
    if (!broken || !earlier) return []
    if (isChanged(later)) return [[later.field, [broken.later]]]
    return isChanged(earlier) ? [[earlier.field, [broken.earlier]]] : []
  })
  return Object.fromEntries(issues)
}

const readRounds = (queries: Queries, sessionIds: readonly string[]) =>
  runStatement(
    queries,
    sql`select ${roundColumns} from ${admissionRound} where ${admissionRound.admissionSessionId} = any(${sessionIds}::uuid[])`,
  )

/** Refuses dates of rounds that are out of order, and warns of two last days that coincide. */
export const admissionRoundHooks = ({ database }: Context): Hooks<typeof admissionRounds> => ({
  validate: {
    fields: ['admissionSessionId', 'number', ...roundFields],
    async work(writes) {
      const written = writes.map(({ before, record }, at) => ({
        ...record,
        id: before?.id ?? `new ${at}`,
      }))
      const sessionIds = [...new Set(written.map(({ admissionSessionId }) => admissionSessionId))]
      const [stored, sessions] = await Promise.all([
        readRounds(database, sessionIds),
        runStatement(
          database,
          sql`select ${pick(columns(admissionSession, 'id', 'closesAt', 'waitingEndsOn'))} from ${admissionSession} where ${admissionSession.id} = any(${sessionIds}::uuid[])`,
        ),
      ])
      const rounds = [
        ...new Map([...stored, ...written].map((round) => [round.id, round])).values(),
      ]
      return writes.map(({ before, changed }, at): FieldIssues => {
        const { id, admissionSessionId } = written[at] ?? {}
        const dates = datesInOrder(
          sessions.find((session) => session.id === admissionSessionId) ?? {
            ...{ closesAt: null, waitingEndsOn: null },
          },
          rounds.filter((round) => round.admissionSessionId === admissionSessionId),
        )
        const isMoved = before === null || 'number' in changed
        return orderIssues(
          dates,
          ({ round, field }) => round?.id === id && (isMoved || field in changed),
        )
      })
    },
  },
  after: {
    fields: ['appealUntil', 'confirmBy'],
    async work(_queries, events, { addWarning }) {
      for (const { id, record } of events) {
        const [warning] = warningsOf(record)
        if (warning) addWarning(id, { confirmBy: [warning] })
      }
    },
  },
  detail: async (_permit, record) => ({ warnings: warningsOf(record) }),
})

/** Places can still change until appeals are answered, so confirming should be possible later. */
const warningsOf = ({ appealUntil, confirmBy }: { readonly [field: string]: unknown }): Issue[] =>
  typeof confirmBy === 'string' && confirmBy === appealUntil
    ? [{ code: 'admission.dates.duringAppeals' }]
    : []

/**
 * Issues of the dates of sessions that writes change: applications close before the first results,
 * and waiting lists end after the last round.
 */
export async function sessionDateIssues(
  queries: Queries,
  sessions: readonly (SessionDates & {
    readonly id: string
    readonly isChanged: (field: keyof SessionDates) => boolean
  })[],
): Promise<readonly FieldIssues[]> {
  const rounds = await readRounds(
    queries,
    sessions.map(({ id }) => id),
  )
  return sessions.map(({ id, isChanged, ...dates }) =>
    orderIssues(
      datesInOrder(
        dates,
        rounds.filter(({ admissionSessionId }) => admissionSessionId === id),
      ),
      ({ round, field }) =>
        round === null && (field === 'closesAt' || field === 'waitingEndsOn') && isChanged(field),
    ),
  )
}
