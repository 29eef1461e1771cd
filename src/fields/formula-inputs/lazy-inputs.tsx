import { loadNamespaces } from '@matricola/console/i18n.ts'
import { createLazyInput } from '../lazy-input.tsx'

type Inputs = typeof import('./formula-inputs.tsx').formulaInputs

const createInput = (name: keyof Inputs) =>
  createLazyInput(async () => {
    const [{ formulaInputs }] = await Promise.all([
      import('./formula-inputs.tsx'),
      loadNamespaces('ranking', 'expression'),
    ])
    return formulaInputs[name]
  })

export const AverageInput = createInput('average')
export const TieInput = createInput('tie')
export const ConditionInput = createInput('condition')
