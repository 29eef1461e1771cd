/** Words and explanations of averages: code that is loaded where a page shows them. */
export { averageInWords, reckonedAverage, tieInWords } from './average-words.ts'
export { Explanation, useKindName } from './explanation.tsx'
