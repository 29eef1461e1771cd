/** Texts and explanations of averages, loaded on demand. */
export { averageInWords, computeAverage as reckonedAverage, tieInWords } from './average-text.ts'
export { ResultExplanation as Explanation, usePlaceKindName as useKindName } from './result-explanation.tsx'
