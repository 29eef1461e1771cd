/** Code for the questions of a form, which the form loads only if there are any. */
export { parseTypedAnswer } from '#resources/admission/form-answers.ts'
export * from './item-answers.ts'
export { FormText, typedAnswerText } from './item-input.tsx'
export { ItemList, RemovedAnswers } from './item-list.tsx'
