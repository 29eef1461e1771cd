import { type KeyboardEvent, type ReactNode, useState } from 'react'

interface ListboxOptions<Option> {
  readonly options: readonly Option[]
  readonly onChoose: (option: Option) => void
}

/**
 * An input that opens a list. Typing searches the list, arrow keys and Enter choose an entry, and
 * Escape closes the list without a change. `title` is the text of the input while the list is
 * closed.
 */
export function useListbox(listId: string, title: string) {
  const [search, setSearch] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isOpen = search !== null
  const open = () => {
    setActive(0)
    setSearch('')
  }
  const close = () => setSearch(null)

  const onKeyDown = <Option,>(
    event: KeyboardEvent,
    { options, onChoose }: ListboxOptions<Option>,
  ) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (isOpen) setActive((options.length + active + step) % Math.max(1, options.length))
      else open()
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey) {
      event.preventDefault()
      const option = options[active]
      if (option) onChoose(option)
    } else if (event.key === 'Escape' && isOpen) {
      // The first Escape closes the list. Only the next one reaches the form.
      event.stopPropagation()
      event.nativeEvent.stopImmediatePropagation()
      close()
    }
  }
  const inputProps = <Option,>(listbox: ListboxOptions<Option>) => ({
    type: 'text',
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant':
      isOpen && listbox.options[active] ? optionId(listId, active) : undefined,
    autoComplete: 'off',
    spellCheck: false,
    value: search ?? title,
    onClick: () => !isOpen && open(),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, listbox),
    onBlur: close,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setActive(0)
      // The first character typed over the title starts a new search.
      setSearch(isOpen ? target.value : target.value.replace(title, ''))
    },
  })
  return { search, isOpen, active, close, inputProps }
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

interface ListboxOptionProps {
  readonly listId: string
  readonly index: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

export const ListboxOption = ({
  listId,
  index,
  isActive,
  isSelected,
  onChoose,
  children,
}: ListboxOptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input; aria-activedescendant names the option
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the whole list
  <div
    id={optionId(listId, index)}
    role="option"
    aria-selected={isSelected}
    className={isActive ? 'listbox-option active' : 'listbox-option'}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    {children}
  </div>
)
