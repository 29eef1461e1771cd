import type { Role } from '@matricola/schema/vocabulary.ts'

/**
 * Whether a user may see the grade sheet: staff, the examiner and the leader of the class, but not
 * assistants or second examiners.
 */
export const canSeeGradeSheet = (
  { role, personId = null }: { readonly role: Role; readonly personId?: string | null },
  {
    professorId,
    leadProfessorId,
  }: { readonly professorId: unknown; readonly leadProfessorId: unknown },
): boolean =>
  role === 'admin' ||
  role === 'secretary' ||
  (role === 'professor' && personId !== null && [professorId, leadProfessorId].includes(personId))
