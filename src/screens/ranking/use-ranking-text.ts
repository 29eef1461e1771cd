import { createUseTexts } from '#src/console/create-use-texts.ts'

/** Texts of results drafts and of the namespaces their pages need. */
export const useRankingText = createUseTexts('ranking', 'resources', 'pages', 'shell')
