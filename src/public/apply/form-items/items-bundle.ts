/** Code for the questions of a form, loaded only if there are any. */
export * from './item-answers.ts'
export { ItemList, RemovedAnswers } from './item-list.tsx'
