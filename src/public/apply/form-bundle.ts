/** Code that is loaded when an applicant starts to fill in the form. */
import { loadFormItems } from './form-items/form-items.ts'
import { loadMailDomains } from './steps/suggested-address.ts'

export { setPublicConfig, usePublicConfig } from '../public-config.ts'
export { emptyAnswers } from './application-draft.ts'
export { ApplyForm as Form } from './form.tsx'
export { FormDates as Dates } from './form-dates.tsx'
export { itemsBundle } from './form-items/form-items.ts'
export { SubmittedPage as Sent } from './sending/submitted-page.tsx'
export { LaterPage as Later } from './server-draft/later-page.tsx'
export { LostCodePage as LostCode } from './server-draft/lost-code-page.tsx'
export { NewCodePage as NewCode } from './server-draft/new-code-page.tsx'
export { ResumePage as Resume } from './server-draft/resume-page.tsx'
export { SubmittedElsewherePage as SentElsewhere } from './server-draft/submitted-elsewhere-page.tsx'
export {
  applicationSteps,
  goTo,
  replaceView,
  stepsOf,
  useApplyView,
} from './steps/steps.ts'

/** Loads what only some applicants need. */
export const loadRest = () => Promise.all([loadFormItems(), loadMailDomains()])
