import { type Ref, useRef, useState } from 'react'
import { useBulkText } from './words.ts'

interface FieldChooserProps {
  readonly id: string
  readonly ref: Ref<HTMLSelectElement>
  /** Names and labels of the fields that are left. */
  readonly fields: readonly (readonly [name: string, label: string])[]
  readonly onChoose: (name: string) => void
}

/**
 * Chooses a field. Keys pass over what stands before it, as each letter of its name does: by keys it is chosen by Enter,
 * or by going on.
 */
export function FieldChooser({ id, ref, fields, onChoose }: FieldChooserProps) {
  const { t } = useBulkText()
  const [shown, setShown] = useState('')
  const isByKeys = useRef(false)
  const choose = (name: string) => {
    setShown('')
    isByKeys.current = false
    if (name !== '') onChoose(name)
  }
  return (
    <select
      ref={ref}
      id={id}
      className="input"
      value={shown}
      onPointerDown={() => {
        isByKeys.current = false
      }}
      onKeyDown={(event) => {
        isByKeys.current = true
        if (event.key !== 'Enter' || shown === '') return
        event.preventDefault()
        choose(shown)
      }}
      onChange={({ target }) => (isByKeys.current ? setShown(target.value) : choose(target.value))}
      onBlur={() => choose(shown)}
    >
      <option value="">{t('edit.chooseField')}</option>
      {fields.map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  )
}
