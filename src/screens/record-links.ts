/** Pages of a record beside the generated ones: where its own page and its row in a list lead, for whom and when. */
import { maySeeGradeSheet } from '#model/academic/grade-sheet.ts'
import { marksPath } from '#model/paths.ts'
import type { IconName } from '#model/vocabulary.ts'
import type { WireRecord, WireUser } from '#model/wire/wire.ts'
import type { ResourceName } from '#resources/index.ts'

export interface RecordLink {
  readonly to: string
  /** Key of its words. */
  readonly words: string
  readonly icon: IconName
}

const links: { readonly [N in ResourceName]?: (record: WireRecord, person: WireUser) => RecordLink | null } = {
  exams: ({ id, state, professorId, leadProfessorId }, person) =>
    state === 'draft' || state === 'cancelled' || !maySeeGradeSheet(person, { professorId, leadProfessorId })
      ? null
      : { to: marksPath(person.role, id), words: 'pages:show.marks', icon: 'grades' },
}

/** The further page of a record that the person has, if there is one. */
export const recordLink = (resourceName: string, record: WireRecord, person: WireUser): RecordLink | null =>
  // The table's keys are a subset of these strings; any other string finds nothing.
  links[resourceName as keyof typeof links]?.(record, person) ?? null
