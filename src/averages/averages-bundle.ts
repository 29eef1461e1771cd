/** Texts and explanations of averages, loaded on demand. */
export {
  averageInWords,
  computeAverage,
  conditionInWords,
  tieBreakersInWords,
  tieInWords,
} from './average-text.ts'
export { ChoiceReasonText, ResultExplanation, usePlaceKindName } from './result-explanation.tsx'
