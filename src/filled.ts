/** Fields that something fills in without an event, as some password managers do: React neither sees such a value nor keeps it. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

interface Filled {
  readonly input: HTMLInputElement
  readonly known: () => string
  readonly take: (value: string) => void
}

const fieldsOf = new WeakMap<HTMLFormElement, Set<Filled>>()

/** Takes over values that were set without an event, when the form is submitted and before anything else in it changes. */
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
    // All are read first: with the first change React writes what it knows into the others.
    const filled = [...fields]
      .filter(({ input, known }) => !(type === 'input' && target === input) && input.value !== known())
      .map((field) => ({ field, value: field.input.value }))
    for (const { field, value } of filled) flushSync(() => field.take(value))
  }
  // The form hears of an event before the root, at which React listens.
  for (const type of ['submit', 'input', 'focusin']) form.addEventListener(type, take, true)
  return fields
}
