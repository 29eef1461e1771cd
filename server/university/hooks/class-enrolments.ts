import { invalidInput } from '#model/errors.ts'
import type { classEnrolments } from '#resources/class-enrolments.ts'
import type { Context } from '#server/engine/context.ts'
import { type Hooks, type PlannedWrite, touches } from '#server/engine/records/hooks.ts'
import { enrolmentIssues } from '#server/university/classes/enrolment-issues.ts'

/** Students who join a class have to find a place in it; what else is asked: `enrolment-issues.ts`. */
export const classEnrolmentHooks = ({ database }: Context): Hooks => ({
  async issuesOf(writes) {
    const joining = writes.filter(isJoining)
    const issues = await enrolmentIssues(database, joining.map(joiningOf))
    return writes.map((write) => issues[joining.indexOf(write)] ?? {})
  },
  // Rows of a batch are judged above inside their transaction, where the classes stay held.
  isConcerned: () => false,
  async afterWrite(queries, event) {
    if (!isJoining(event)) return
    const [issues = {}] = await enrolmentIssues(queries, [joiningOf(event)])
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
  },
})

const isJoining = ({ before, changed, record }: PlannedWrite<typeof classEnrolments>) =>
  record.status === 'active' && (before === null || touches(changed, 'status'))

const joiningOf = ({ record }: PlannedWrite<typeof classEnrolments>) => ({
  classId: String(record.classId),
  studentId: String(record.studentId),
})
