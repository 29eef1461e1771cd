/** Texts and explanations of averages, loaded on demand. */
export { averageInWords, reckonedAverage, tieInWords } from './average-words.ts'
export { Explanation, useKindName } from './explanation.tsx'
