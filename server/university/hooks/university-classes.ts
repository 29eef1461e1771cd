import type { Role } from '#model/vocabulary.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import type { universityClasses } from '#resources/university-classes.ts'
import type { Context } from '#server/engine/context.ts'
import type { ResourceCode } from '#server/engine/records/hooks.ts'
import { expr, is, pick, raw, run, sql, table, textWith } from '#server/engine/sql/typed.ts'
import { enrollingGroup } from '#server/university/classes/enrol-group.ts'
import { type ClassFacts, classFacts, classWarned, classWarnings } from '#server/university/classes/warnings.ts'
import { writingToClasses } from '#server/university/messages/thread-letters.ts'
import { studyRules } from '#server/university/study/rules.ts'

const m = table(classEnrolments, 'm')

/** The capacity of a class is limited by the settings and by its number of members. Staff get warnings of overlapping hours. */
export const universityClassHooks = (context: Context): ResourceCode<typeof universityClasses> => ({
  actions: { enrolGroup: enrollingGroup(context), message: writingToClasses(context) },
  validate: {
    fields: ['capacity'],
    async work(writes) {
      const { maxStudentsPerCourse: max } = await studyRules(context.database)
      const rows = await run(
        context.database,
        sql`select ${pick({ id: m.classId, members: expr<number>`count(*)` })} from ${m}
         where ${is(m.status, 'active')} and ${m.classId} = any(${writes.flatMap(({ before }) => before?.id ?? [])}::uuid[]) group by ${m.classId}`,
      )
      const members = new Map(rows.map((row) => [row.id, row.members]))
      return writes.map(({ before, record }) => capacityIssues(record.capacity, { max, min: members.get(before?.id ?? '') ?? 0 }))
    },
  },
  async detail({ role, language }, { id }) {
    if (!isOffice(role)) return {}
    const [found] = await run(context.database, sql`select ${pick({ facts: classFacts(expr`${id}::uuid`, language) })}`)
    return found ? { warnings: classWarnings(found.facts) } : {}
  },
  beside: {
    fields: classWarned,
    sql: ({ role, language }, row, parameters) => (isOffice(role) ? textWith(classFacts(raw(`${row}.id`), language), parameters) : null),
    read: (facts) => ({ warnings: classWarnings(facts as ClassFacts) }), // As `classFacts` selects it.
  },
})

const isOffice = (role: Role) => role === 'admin' || role === 'secretary'

function capacityIssues(capacity: number, { max, min }: { readonly max: number; readonly min: number }): FieldIssues {
  if (capacity > max) return { capacity: [{ code: 'number.tooLarge', params: { max } }] }
  return capacity < min ? { capacity: [{ code: 'number.tooSmall', params: { min } }] } : {}
}
