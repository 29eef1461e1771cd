/** Links from a record to another page. They depend on the record and the user, and are shown on the record's page and in its list row. */

import { gradeSheetPath } from '@matricola/schema/paths.ts'
import type { IconName } from '@matricola/schema/vocabulary.ts'
import type { WireRecord, WireUser } from '@matricola/schema/wire/wire.ts'
import { canSeeGradeSheet } from '#resources/academic/grade-sheet.ts'
import type { ResourceName } from '#resources/index.ts'

export interface RecordLink {
  readonly to: string
  /** Text key of the label. */
  readonly labelKey: string
  readonly icon: IconName
}

const linksByResource: { readonly [N in ResourceName]?: (record: WireRecord, user: WireUser) => RecordLink | null } = {
  exams: ({ id, state, professorId, leadProfessorId }, user) =>
    state === 'draft' || state === 'cancelled' || !canSeeGradeSheet(user, { professorId, leadProfessorId })
      ? null
      : { to: gradeSheetPath(user.role, id), labelKey: 'pages:show.gradeSheet', icon: 'grades' },
}

/** Returns the record's link, or null if it has none or the user may not open its page. */
export const findRecordLink = (resourceName: string, record: WireRecord, user: WireUser): RecordLink | null =>
  // The keys are a subset of these strings; other strings return undefined.
  linksByResource[resourceName as keyof typeof linksByResource]?.(record, user) ?? null
