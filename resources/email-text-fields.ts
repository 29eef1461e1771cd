import { field } from './field.ts'

/** Input of actions that send a message to the users of the selected records. */
export const emailTextFields = {
  messageSubject: field.text({ min: 1, max: 120 }),
  messageBody: field.longText({ min: 1, max: 5000 }),
} as const
