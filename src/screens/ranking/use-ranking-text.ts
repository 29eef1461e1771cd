import { textsOf } from '#src/console/texts-of.ts'

/** The words of drafts of an admission's results, those of the records and of pages. */
export const useRankingText = textsOf('ranking', 'resources', 'pages', 'shell')
