import { type Ref, useRef, useState } from 'react'
import { useBulkText } from './bulk-text.ts'

interface FieldChooserProps {
  readonly id: string
  readonly ref: Ref<HTMLSelectElement>
  /** Names and labels of the fields that can still be chosen. */
  readonly fields: readonly (readonly [name: string, label: string])[]
  readonly onChoose: (name: string) => void
}

/**
 * A select for choosing a field. Arrow keys and typed characters change the value on the way to an
 * option, so keyboard users confirm their choice with Enter or by leaving the select.
 */
export function FieldChooser({ id, ref, fields, onChoose }: FieldChooserProps) {
  const { t } = useBulkText()
  const [visibleField, setVisibleField] = useState('')
  const isKeyboardInput = useRef(false)
  const choose = (name: string) => {
    setVisibleField('')
    isKeyboardInput.current = false
    if (name !== '') onChoose(name)
  }
  return (
    <select
      ref={ref}
      id={id}
      className="input"
      value={visibleField}
      onPointerDown={() => {
        isKeyboardInput.current = false
      }}
      onKeyDown={(event) => {
        isKeyboardInput.current = true
        if (event.key !== 'Enter' || visibleField === '') return
        event.preventDefault()
        choose(visibleField)
      }}
      onChange={({ target }) =>
        isKeyboardInput.current ? setVisibleField(target.value) : choose(target.value)
      }
      onBlur={() => choose(visibleField)}
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
