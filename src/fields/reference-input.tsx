import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { isGranted } from '#model/access.ts'
import { fieldKey } from '#model/message-keys.ts'
import { pagesOf } from '#model/paths.ts'
import type { WireRecord } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { controlProps, type InputProps } from './input.ts'
import { optionFilters, optionsAtOnce, useOptions, useTitle } from './use-options.ts'

/** A record of another resource: type to search, arrows and Enter to choose, Escape to leave it as it was. */
export function ReferenceInput(props: InputProps<'reference'>) {
  const { t } = usePageText()
  const { role } = usePerson()
  const [search, setSearch] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const title = useTitle(props.spec.to, value, value ? props.title : '')
  const isOpen = search !== null
  const { missing } = optionFilters(props.spec, props.values)
  const options = useOptions(props.spec, props.values, useDeferredValue(search ?? ''), isOpen)
  const list = options.data?.list ?? []
  const listId = `${props.id}-options`
  const target = resourceNamed(props.spec.to)

  const choose = (record: WireRecord) => {
    props.onChange(record.id, record._title)
    setSearch(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (isOpen) setActive((list.length + active + step) % Math.max(1, list.length))
      else open()
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey) {
      event.preventDefault()
      const record = list[active]
      if (record) choose(record)
    } else if (event.key === 'Escape' && isOpen) {
      // The first Escape closes the list; only the next one reaches the form.
      event.stopPropagation()
      event.nativeEvent.stopImmediatePropagation()
      setSearch(null)
    }
  }
  const open = () => {
    setActive(0)
    setSearch('')
  }

  return (
    <div className="reference-box">
      <div className="reference-line">
        <input
          {...controlProps(props)}
          className="input"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && list[active] ? `${listId}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          disabled={props.disabled || missing !== null}
          placeholder={
            missing ? t('fields.chooseFirst', { field: t(`resources:${fieldKey(props.resource, missing)}`) }) : t('fields.search')
          }
          value={search ?? title ?? (value ? '…' : '')}
          onClick={() => !isOpen && open()}
          onKeyDown={onKeyDown}
          onBlur={() => setSearch(null)}
          onChange={(event) => {
            setActive(0)
            // The first letter typed over a shown title starts a search of its own.
            setSearch(isOpen ? event.target.value : event.target.value.replace(title ?? '', ''))
          }}
        />
        {value !== null && !props.disabled && (
          <button type="button" className="button" aria-describedby={props.labelId} onClick={() => props.onChange(null)}>
            {t('fields.clear')}
          </button>
        )}
      </div>
      {isOpen && (
        <div className="listbox-box">
          <div id={listId} role="listbox" aria-labelledby={props.labelId} aria-busy={options.isFetching}>
            {list.map((record, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input; aria-activedescendant names the option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the whole list
              <div
                key={record.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={record.id === value}
                className={index === active ? 'listbox-option active' : 'listbox-option'}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(record)}
              >
                {record._title}
              </div>
            ))}
          </div>
          <p className="listbox-note" role="status">
            {options.isError
              ? t('fields.optionsFailed')
              : options.data === undefined
                ? t('fields.loading')
                : options.data.totalCount === 0
                  ? t('fields.noOptions')
                  : options.data.totalCount > optionsAtOnce && t('fields.moreOptions', { count: options.data.totalCount - optionsAtOnce })}
          </p>
        </div>
      )}
      {value !== null && !isOpen && isGranted(target, role, 'read') && !target.single && (
        <Link className="reference-link" to={pagesOf(target, role).show.replace(':id', value)}>
          {t('fields.openRecord', { title: title ?? '' })}
        </Link>
      )}
    </div>
  )
}
