import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'

/**
 * Texts of study records, final degree exams and certificates, and of the namespaces their pages
 * need.
 */
export const useStudyText = createUseTexts('study', 'resources', 'pages', 'shell')
