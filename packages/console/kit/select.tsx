/**
 * Ant Design's select with search. Changes: the list has a name and contains all options (the
 * virtual list exposes three to screen readers), it scrolls itself, it is not rendered if nothing
 * was found, and only the input carries the ARIA states.
 */
import { Select as AntdSelect } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { Icon } from '../icons/icon.tsx'
import './select.css'

export interface Option {
  readonly value: string
  /** Text of the option, and of the closed select if it is chosen. */
  readonly label: string
  /** Content of the option in the list if it is more than the label. */
  readonly shown?: ReactNode
}

interface SelectProps {
  readonly id: string
  /** Id of the label, which also names the list. */
  readonly labelId: string
  readonly value: string | null
  /** Text of the chosen value, which the options may not contain. */
  readonly title?: string | undefined
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
  /** Called with the typed text; the parent fetches the options. */
  readonly onSearch: (text: string) => void
  readonly onOpen?: (isOpen: boolean) => void
  /** Text below the options, or instead of them. */
  readonly note?: string
  readonly isBusy?: boolean
  readonly placeholder?: string
  readonly disabled?: boolean | undefined
  readonly required?: boolean
  readonly invalid?: boolean | undefined
  readonly describedBy?: string | undefined
}

export function Select({
  id,
  labelId,
  options,
  onSearch,
  onOpen,
  note = '',
  isBusy = false,
  invalid,
  title,
  ...props
}: SelectProps) {
  const valueId = `${id}-value`
  const describedBy =
    [props.value !== null && valueId, props.describedBy].filter(Boolean).join(' ') || undefined
  const [isOpen, setOpen] = useState(false)
  const [searchText, setSearchText] = useState('')
  const search = (text: string) => {
    setSearchText(text)
    onSearch(text)
  }
  const change = (opens: boolean) => {
    setOpen(opens)
    if (!opens) search('')
    onOpen?.(opens)
  }
  const isEmpty = options.length === 0
  // As props, they would also be set on the box around the input, on which these attributes are not
  // allowed.
  useLayoutEffect(() => {
    const input = document.getElementById(id)
    const states = {
      'aria-required': props.required,
      'aria-invalid': invalid,
      'aria-describedby': describedBy,
    }
    for (const [name, state] of Object.entries(states)) {
      if (state) input?.setAttribute(name, String(state))
      else input?.removeAttribute(name)
    }
  }, [id, props.required, invalid, describedBy])
  useEffect(() => {
    if (!isOpen) return
    const frame = requestAnimationFrame(() =>
      document.getElementById(`${id}_list`)?.setAttribute('aria-labelledby', labelId),
    )
    return () => cancelAnimationFrame(frame)
  })
  return (
    // Handled here, because Ant Design clears its own search whenever there is no list.
    <span
      className="select-line"
      onInput={({ target }) => target instanceof HTMLInputElement && search(target.value)}
    >
      <AntdSelect<string, Option>
        id={id}
        className="select-field"
        classNames={{ popup: { root: 'select-popup' } }}
        value={props.value}
        options={[...options]}
        onChange={props.onChange}
        showSearch
        filterOption={false}
        searchValue={searchText}
        open={isOpen && !isEmpty}
        onBlur={() => isOpen && change(false)}
        onOpenChange={change}
        onInputKeyDown={(event) => {
          if (event.key === 'Escape' && isOpen && isEmpty) {
            event.stopPropagation()
            change(false)
          }
          requestAnimationFrame(() => activeOption(id)?.scrollIntoView?.({ block: 'nearest' }))
        }}
        virtual={false}
        disabled={props.disabled ?? false}
        placeholder={props.placeholder}
        status={invalid ? 'error' : ''}
        suffixIcon={<Icon name="chevron-down" />}
        menuItemSelectedIcon={null}
        notFoundContent={null}
        optionRender={({ data }) => data.shown ?? data.label}
        labelRender={({ label }) => <span id={valueId}>{title ?? label}</span>}
        popupRender={(list) => (
          <div aria-busy={isBusy}>
            {list}
            {note !== '' && <p className="select-note">{note}</p>}
          </div>
        )}
      />
      {isOpen && isEmpty && note !== '' && <span className="select-note floating">{note}</span>}
    </span>
  )
}

const activeOption = (id: string) =>
  document.getElementById(document.getElementById(id)?.getAttribute('aria-activedescendant') ?? '')
