/**
 * Fields filled in without an event, as some password managers do. React does not notice such
 * values and would overwrite them.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

interface AutofilledField {
  readonly input: HTMLInputElement
  readonly currentValue: () => string
  readonly setValue: (value: string) => void
}

const fieldsByForm = new WeakMap<HTMLFormElement, Set<AutofilledField>>()

/**
 * Takes over values that were set without an event, on submit and before another field of the form
 * changes.
 */
export function useAutofill(
  inputRef: RefObject<HTMLInputElement | null>,
  value: string,
  onChange: (value: string) => void,
): void {
  const latest = useRef({ value, onChange })
  useLayoutEffect(() => {
    latest.current = { value, onChange }
  })
  useEffect(() => {
    const input = inputRef.current
    const form = input?.form
    if (!input || !form) return
    const fields = fieldsByForm.get(form) ?? watchForm(form)
    const field: AutofilledField = {
      input,
      currentValue: () => latest.current.value,
      setValue: (newValue) => latest.current.onChange(newValue),
    }
    fields.add(field)
    return () => void fields.delete(field)
  }, [inputRef])
}

function watchForm(form: HTMLFormElement): Set<AutofilledField> {
  const fields = new Set<AutofilledField>()
  fieldsByForm.set(form, fields)
  const handleEvent = ({ target, type }: Event) => {
    // Read all values first: on the first change, React writes its own values into the other
    // fields.
    const changedFields = [...fields]
      .filter(
        ({ input, currentValue }) =>
          !(type === 'input' && target === input) && input.value !== currentValue(),
      )
      .map((field) => ({ field, value: field.input.value }))
    for (const { field, value } of changedFields) flushSync(() => field.setValue(value))
  }
  // In the capture phase, the form receives events before the root, on which React listens.
  for (const type of ['submit', 'input', 'focusin']) form.addEventListener(type, handleEvent, true)
  return fields
}
