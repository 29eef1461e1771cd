/** The wire format of `GET /api/processes/:name`. */
import * as z from 'zod/mini'
import type { ResponseBody } from './call.ts'
import { count, flag, id, namedSchema, text, textOrNull } from './shapes.ts'

const named = z.strictObject({ id: id(), title: text() })
/** Null if counting took too long. */
const countOrNull = z.nullable(count())

/** A list that shows exactly the counted records. */
const processList = namedSchema(
  'ProcessList',
  z.strictObject({
    resource: text(),
    view: text(),
    filters: z.array(z.tuple([text(), text()])),
  }),
)

export const processSchema = namedSchema(
  'Process',
  z.strictObject({
    name: text(),
    /** The resource of its subjects. */
    subjectResource: text(),
    /** Null if there is no subject yet. */
    subject: z.nullable(named),
    /** Subjects to choose from, the latest ones. */
    subjects: z.array(named),
    part: z.nullable(named),
    parts: z.array(named),
    /** Dates of the subject and the part; `field` is a field of `resource`. */
    dates: z.array(z.strictObject({ resource: text(), field: text(), value: textOrNull() })),
    /** The first stage that is not done; null if all are. */
    current: textOrNull(),
    stages: z.array(
      z.strictObject({
        name: text(),
        /**
         * `blocked`: records prevent the next stage. `later`: a stage before it is not done.
         * `underWay`: some of its records are finished.
         */
        state: z.enum(['done', 'blocked', 'current', 'underWay', 'later']),
        count: countOrNull,
        total: countOrNull,
        due: textOrNull(),
        isLate: flag(),
        /** Null for a checklist, whose numbers are those of its checks. */
        list: z.nullable(processList),
        /** `list`: where to fix it; null for the subject itself and for the settings. */
        checks: z.array(
          z.strictObject({
            name: text(),
            resource: text(),
            isMet: flag(),
            list: z.nullable(processList),
          }),
        ),
        /** All records by state, if the stage consists of states. */
        states: z.array(z.strictObject({ state: text(), count: countOrNull, list: processList })),
        /**
         * The people who work on its records; null if that could not be read. The `id` is null for
         * records that nobody works on.
         */
        people: z.nullable(
          z.array(
            z.strictObject({
              id: z.nullable(id()),
              name: textOrNull(),
              count: count(),
              doneToday: count(),
              oldestAt: textOrNull(),
              /** Whether the user has one of the records open. */
              isPresent: flag(),
              list: processList,
            }),
          ),
        ),
        /**
         * Days of work that are left, at the speed of the last seven days; null if too little was
         * done in them.
         */
        daysLeft: z.nullable(count()),
        /** Stages before it that are not done. */
        waitsFor: z.array(text()),
        blocks: z.array(
          z.strictObject({ view: text(), count: countOrNull, stops: flag(), list: processList }),
        ),
        next: z.strictObject({ isCreate: flag(), isAllowed: flag(), roles: z.array(text()) }),
      }),
    ),
  }),
)
export type WireProcess = ResponseBody<typeof processSchema>
export type WireStage = WireProcess['stages'][number]
export type WireProcessList = NonNullable<WireStage['list']>
