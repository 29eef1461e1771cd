/**
 * Links from a record to another page. They depend on the record and the user, and are shown on the
 * record's page and in its list row.
 */

import type { RecordLinks } from '@matricola/console/app/console-context.ts'
import { canSeeGradeSheet } from '#resources/academic/grade-sheet-access.ts'
import type { ResourceName } from '#resources/index.ts'
import { gradeSheetPath } from '#resources/paths.ts'

export const recordLinks: RecordLinks<ResourceName> = {
  exams: ({ id, state, professorId, leadProfessorId }, user) =>
    state === 'draft' ||
    state === 'cancelled' ||
    !canSeeGradeSheet(user, { professorId, leadProfessorId })
      ? null
      : { to: gradeSheetPath(user.role, id), labelKey: 'pages:show.gradeSheet', icon: 'grades' },
}
