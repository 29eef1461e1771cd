/** Fields filled in without an event, as some password managers do. React does not notice such values and would overwrite them. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

interface AutofilledField {
  readonly input: HTMLInputElement
  readonly known: () => string
  readonly take: (value: string) => void
}

const fieldsByForm = new WeakMap<HTMLFormElement, Set<AutofilledField>>()

/** Takes over values that were set without an event, on submit and before another field of the form changes. */
export function useAutofill(box: RefObject<HTMLInputElement | null>, value: string, onChange: (value: string) => void): void {
  const latest = useRef({ value, onChange })
  useLayoutEffect(() => {
    latest.current = { value, onChange }
  })
  useEffect(() => {
    const input = box.current
    const form = input?.form
    if (!input || !form) return
    const fields = fieldsByForm.get(form) ?? watchForm(form)
    const field: AutofilledField = { input, known: () => latest.current.value, take: (filled) => latest.current.onChange(filled) }
    fields.add(field)
    return () => void fields.delete(field)
  }, [box])
}

function watchForm(form: HTMLFormElement): Set<AutofilledField> {
  const fields = new Set<AutofilledField>()
  fieldsByForm.set(form, fields)
  const take = ({ target, type }: Event) => {
    // Read all values first: on the first change, React writes its own values into the other fields.
    const filled = [...fields]
      .filter(({ input, known }) => !(type === 'input' && target === input) && input.value !== known())
      .map((field) => ({ field, value: field.input.value }))
    for (const { field, value } of filled) flushSync(() => field.take(value))
  }
  // In the capture phase, the form receives events before the root, on which React listens.
  for (const type of ['submit', 'input', 'focusin']) form.addEventListener(type, take, true)
  return fields
}
