/** What is loaded once somebody fills in the form. */
export { ApplyForm as Form } from './form.tsx'
export { SentPage as Sent } from './sent-page.tsx'
