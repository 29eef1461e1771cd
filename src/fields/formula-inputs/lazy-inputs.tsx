import type { InputProps } from '@matricola/console/fields/input.ts'
import { useInputComponent } from '@matricola/console/fields/use-field-components.ts'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { lazy, type ReactNode, Suspense } from 'react'

type FormulaInput = (props: InputProps) => ReactNode
type Inputs = typeof import('./formula-inputs.tsx').formulaInputs

/** The input of the field's type, for compact rows and if the code of the rows cannot be loaded. */
const PlainInput: FormulaInput = (props) => {
  const Input = useInputComponent(props.spec, undefined)
  return <Input {...props} />
}

/** An input whose code and texts are loaded when a form shows it. */
function createInput(name: keyof Inputs): FormulaInput {
  const Loaded = lazy<FormulaInput>(async () => {
    try {
      const [{ formulaInputs }] = await Promise.all([
        import('./formula-inputs.tsx'),
        loadNamespaces('ranking', 'expression'),
      ])
      return { default: formulaInputs[name] }
    } catch {
      return { default: PlainInput }
    }
  })
  return function LazyInput(props) {
    if (props.isInRow) return <PlainInput {...props} />
    return (
      <Suspense fallback={<div aria-busy="true" />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

export const AverageInput = createInput('average')
export const TieInput = createInput('tie')
export const ConditionInput = createInput('condition')
