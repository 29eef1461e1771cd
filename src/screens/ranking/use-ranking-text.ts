import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'

/** Texts of results drafts and of the namespaces their pages need. */
export const useRankingText = createUseTexts('ranking', 'resources', 'pages', 'shell')
