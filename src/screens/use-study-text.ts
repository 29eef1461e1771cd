import { textsOf } from '#src/console/texts-of.ts'

/** The words of study records, license exams and certificates, those of the records and of pages. */
export const useStudyText = textsOf('study', 'resources', 'pages', 'shell')
