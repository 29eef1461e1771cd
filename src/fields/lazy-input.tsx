import type { InputProps } from '@matricola/console/fields/input.ts'
import { useInputComponent } from '@matricola/console/fields/use-field-components.ts'
import { lazy, type ReactNode, Suspense } from 'react'

export type LazyInput = (props: InputProps) => ReactNode

/** The input of the field's type, for compact rows and if the code of the input cannot be loaded. */
const PlainInput: LazyInput = (props) => {
  const Input = useInputComponent(props.spec, undefined)
  return <Input {...props} />
}

/** An input whose code and texts are loaded when a form shows it. */
export function createLazyInput(load: () => Promise<LazyInput>): LazyInput {
  const Loaded = lazy<LazyInput>(async () => {
    try {
      return { default: await load() }
    } catch {
      return { default: PlainInput }
    }
  })
  return function LazyFieldInput(props) {
    if (props.isInRow) return <PlainInput {...props} />
    return (
      <Suspense fallback={<div aria-busy="true" />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
