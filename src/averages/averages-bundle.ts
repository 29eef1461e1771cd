/** Texts and explanations of averages, loaded on demand. */
export { averageInWords, computeAverage, tieBreakersInWords, tieInWords } from './average-text.ts'
export { ResultExplanation, usePlaceKindName } from './result-explanation.tsx'
