import type { Role } from '@matricola/schema/vocabulary.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Hooks, ResourceCode } from '@matricola/server/records/hooks.ts'
import {
  equalsLiteral,
  expr,
  pick,
  raw,
  runStatement,
  sql,
  sqlTextWith,
  table,
} from '@matricola/server/sql/typed.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import type { classHours } from '#resources/class-hours.ts'
import type { universityClasses } from '#resources/university-classes.ts'
import { messageClassesAction } from '#server/messages/message-actions.ts'
import { readStudyRules } from '#server/study/rules.ts'
import { enrolGroupAction } from './enrol-group.ts'
import {
  type Clash,
  type ClassFacts,
  clashWarnings,
  classFacts,
  classWarningFields,
  classWarnings,
  hourClashes,
  hourWarningFields,
} from './warnings.ts'

const classEnrolment = table(classEnrolments)

/**
 * The capacity of a class is limited by the settings and by its number of members. Staff get
 * warnings of overlapping hours.
 */
export const universityClassHooks = (context: Context): ResourceCode<typeof universityClasses> => ({
  actions: { enrolGroup: enrolGroupAction(context), message: messageClassesAction(context) },
  validate: {
    fields: ['capacity'],
    async work(writes) {
      const { maxStudentsPerCourse: max } = await readStudyRules(context.database)
      const rows = await runStatement(
        context.database,
        sql`select ${pick({ id: classEnrolment.classId, members: expr<number>`count(*)` })} from ${classEnrolment}
         where ${equalsLiteral(classEnrolment.status, 'active')} and ${classEnrolment.classId} = any(${writes.flatMap(({ before }) => before?.id ?? [])}::uuid[]) group by ${classEnrolment.classId}`,
      )
      const members = new Map(rows.map((row) => [row.id, row.members]))
      return writes.map(({ before, record }) =>
        capacityIssues(record.capacity, { max, min: members.get(before?.id ?? '') ?? 0 }),
      )
    },
  },
  async detail({ role, language }, { id }) {
    if (!isStaffRole(role)) return {}
    const [found] = await runStatement(
      context.database,
      sql`select ${pick({ facts: classFacts(expr`${id}::uuid`, language) })}`,
    )
    return found ? { warnings: classWarnings(found.facts) } : {}
  },
  selectedDetail: {
    fields: classWarningFields,
    sql: ({ role, language }, row, parameters) =>
      isStaffRole(role) ? sqlTextWith(classFacts(raw(`${row}.id`), language), parameters) : null,
    // Selected by `classFacts`.
    read: (facts) => ({ warnings: classWarnings(facts as ClassFacts) }),
  },
})

const isStaffRole = (role: Role) => role === 'admin' || role === 'secretary'

function capacityIssues(
  capacity: number,
  { max, min }: { readonly max: number; readonly min: number },
): FieldIssues {
  if (capacity > max) return { capacity: [{ code: 'number.tooLarge', params: { max } }] }
  return capacity < min ? { capacity: [{ code: 'number.tooSmall', params: { min } }] } : {}
}

/** Hours may overlap. Staff get a warning. */
export const classHourHooks = ({ database }: Context): Hooks<typeof classHours> => ({
  async detail({ role, language }, { id, classId }) {
    if (!isStaffRole(role)) return {}
    const clashes = hourClashes({
      classId: expr`${classId}::uuid`,
      hourId: expr`${id}::uuid`,
      language,
    })
    const [found] = await runStatement(database, sql`select ${pick({ clashes })}`)
    return found ? { warnings: clashWarnings(found.clashes) } : {}
  },
  selectedDetail: {
    fields: hourWarningFields,
    sql: ({ role, language }, row, parameters) =>
      isStaffRole(role)
        ? sqlTextWith(
            hourClashes({ classId: raw(`${row}.class_id`), hourId: raw(`${row}.id`), language }),
            parameters,
          )
        : null,
    // Rows as `hourClashes` selects them.
    read: (clashes) => ({ warnings: clashWarnings(clashes as readonly Clash[]) }),
  },
})
