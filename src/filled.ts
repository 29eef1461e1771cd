/** Fields filled in without an event, as some password managers do. React does not notice such values and would overwrite them. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

interface Filled {
  readonly input: HTMLInputElement
  readonly known: () => string
  readonly take: (value: string) => void
}

const fieldsOf = new WeakMap<HTMLFormElement, Set<Filled>>()

/** Takes over values that were set without an event, on submit and before another field of the form changes. */
export function useFilled(box: RefObject<HTMLInputElement | null>, value: string, onChange: (value: string) => void): void {
  const latest = useRef({ value, onChange })
  useLayoutEffect(() => {
    latest.current = { value, onChange }
  })
  useEffect(() => {
    const input = box.current
    const form = input?.form
    if (!input || !form) return
    const fields = fieldsOf.get(form) ?? watched(form)
    const field: Filled = { input, known: () => latest.current.value, take: (filled) => latest.current.onChange(filled) }
    fields.add(field)
    return () => void fields.delete(field)
  }, [box])
}

function watched(form: HTMLFormElement): Set<Filled> {
  const fields = new Set<Filled>()
  fieldsOf.set(form, fields)
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
