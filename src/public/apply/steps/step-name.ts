import { translate } from '@matricola/console/i18n.ts'
import type { ApplicationStep } from './steps.ts'

/** The texts of the questions are loaded only if there are any. */
export const stepName = (step: ApplicationStep): string =>
  translate(step === 'questions' ? 'formItems:name' : `apply:steps.${step}.name`)
