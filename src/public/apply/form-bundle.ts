/** Code that is loaded when an applicant starts to fill in the form. */
export { ApplyForm as Form } from './form.tsx'
export { LaterPage as Later } from './later/later-page.tsx'
export { LostCodePage as LostCode } from './later/lost-code-page.tsx'
export { NewCodePage as NewCode } from './later/new-code-page.tsx'
export { ResumePage as Resume } from './later/resume-page.tsx'
export { SubmittedElsewherePage as SentElsewhere } from './later/sent-elsewhere-page.tsx'
export { SubmittedPage as Sent } from './sending/sent-page.tsx'
