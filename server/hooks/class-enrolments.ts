import type { Hooks } from '@matricola/server/records/hooks.ts'
import type { classEnrolments } from '#resources/class-enrolments.ts'
import { enrolmentIssues } from '#server/classes/enrolment-issues.ts'

/** Requires a place in the class, and the conditions in `enrolment-issues.ts`. */
export const classEnrolmentHooks: Hooks<typeof classEnrolments> = {
  validate: {
    fields: ['status'],
    locksRows: true,
    async work(writes, queries) {
      const joining = writes.filter(({ record }) => record.status === 'active')
      const issues = await enrolmentIssues(
        queries,
        joining.map(({ record }) => record),
        // All writes in a call have the same caller.
        joining[0]?.permit.language ?? null,
      )
      return writes.map((write) => issues[joining.indexOf(write)] ?? {})
    },
  },
}
