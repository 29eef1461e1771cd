/** The components of `resources/field-components.ts`. The types require one for each entry. */

import type { FieldComponentsOf } from '@matricola/console/fields/field-type-components.ts'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { countyName } from '#resources/admission/counties.ts'
import type { programFieldComponents } from '#resources/field-components.ts'
import { AverageInput, ConditionInput, TieInput } from './formula-inputs/lazy-inputs.tsx'
import { AverageFormula, ConditionFormula, TieFormula } from './formula-texts.tsx'
import { createLazyInput } from './lazy-input.tsx'
import { createLazyValue } from './lazy-value.tsx'

const TemplateInput = createLazyInput(async () => {
  const [{ TemplateInput }] = await Promise.all([
    import('./template-input/template-input.tsx'),
    loadNamespaces('messageTemplates'),
  ])
  return TemplateInput
})

const loadApplicantCondition = async () => {
  const [components] = await Promise.all([
    import('./applicant-condition/applicant-condition.tsx'),
    loadNamespaces('formEditor', 'formItems', 'conditions'),
  ])
  return components
}
const ApplicantConditionInput = createLazyInput(
  async () => (await loadApplicantCondition()).ApplicantConditionInput,
)
const ApplicantConditionText = createLazyValue(
  async () => (await loadApplicantCondition()).ApplicantConditionText,
)

const WaitingTime = createLazyValue(async () => (await import('./waiting-time.tsx')).WaitingTime)

export const fieldComponents: FieldComponentsOf<typeof programFieldComponents> = {
  applicantCondition: { Input: ApplicantConditionInput, Value: ApplicantConditionText },
  average: { Input: AverageInput, Value: AverageFormula },
  condition: { Input: ConditionInput, Value: ConditionFormula },
  tie: { Input: TieInput, Value: TieFormula },
  template: { Input: TemplateInput },
  waitingTime: { Value: WaitingTime },
  county: { Value: ({ value }) => countyName(String(value)) },
}
