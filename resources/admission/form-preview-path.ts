import type { Role } from '@matricola/schema/vocabulary.ts'

/** The preview of a version of an application form, as an applicant sees it. */
export const formPreviewPath = (role: Role, versionId: string) =>
  `/${role}/application-form-versions/${versionId}/preview`
