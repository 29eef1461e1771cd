/** Code for one question, which the status page loads only if a change request names any. */
export { parseTypedAnswer } from '#resources/admission/form-answers.ts'
export { FormText, typedAnswerText } from './item-input.tsx'
export { QuestionInput } from './question-input.tsx'
