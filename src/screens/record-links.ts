/** Links from a record to a further page, which depend on the record and the user. Shown on its page and in its row of a list. */
import { maySeeGradeSheet } from '#model/academic/grade-sheet.ts'
import { marksPath } from '#model/paths.ts'
import type { IconName } from '#model/vocabulary.ts'
import type { WireRecord, WireUser } from '#model/wire/wire.ts'
import type { ResourceName } from '#resources/index.ts'

export interface RecordLink {
  readonly to: string
  /** Text key of the label. */
  readonly words: string
  readonly icon: IconName
}

const links: { readonly [N in ResourceName]?: (record: WireRecord, person: WireUser) => RecordLink | null } = {
  exams: ({ id, state, professorId, leadProfessorId }, person) =>
    state === 'draft' || state === 'cancelled' || !maySeeGradeSheet(person, { professorId, leadProfessorId })
      ? null
      : { to: marksPath(person.role, id), words: 'pages:show.marks', icon: 'grades' },
}

/** Returns the further page of a record that the user may open, or null. */
export const recordLink = (resourceName: string, record: WireRecord, person: WireUser): RecordLink | null =>
  // The keys are a subset of these strings; other strings return undefined.
  links[resourceName as keyof typeof links]?.(record, person) ?? null
