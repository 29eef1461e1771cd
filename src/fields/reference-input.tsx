import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import { fieldKey } from '#model/message-keys.ts'
import { pagesOf } from '#model/paths.ts'
import type { WireName } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { type PageText, usePageText } from '#src/fields/page-text.ts'
import { useSpoken } from '#src/spoken/announcer.tsx'
import { controlProps, type InputProps } from './input.ts'
import { ListboxOption, useListbox } from './listbox.tsx'
import { OwnTitle } from './own-text.tsx'
import { titleText } from './title-text.ts'
import { optionFilters, optionsAtOnce, useOptions, useTitle } from './use-options.ts'

/** A record of another resource: type to search, arrows and Enter to choose, Escape to leave it as it was. */
export function ReferenceInput(props: InputProps<'reference'>) {
  const { t } = usePageText()
  const { role } = usePerson()
  const may = useMay()
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const title = useTitle(props.spec.to, value, value ? props.title : '')
  const listId = `${props.id}-options`
  const { search, isOpen, active, close, inputProps } = useListbox(listId, title ?? (value ? '…' : ''))
  const { missing } = optionFilters(props.spec, props.values)
  const options = useOptions(props.spec, props.values, useDeferredValue(search ?? ''), isOpen)
  const list = options.data?.list ?? []
  const target = resourceNamed(props.spec.to)

  const note = noteOf(options, t)
  useSpoken(isOpen ? note || t('fields.found', { count: list.length }) : '')

  const titleOf = (record: WireName) => titleText(target, record, t)
  const choose = (record: WireName) => {
    props.onChange(record.id, titleOf(record))
    close()
  }

  return (
    <div className="reference-box">
      <div className="reference-line">
        <input
          {...controlProps(props)}
          {...inputProps({ options: list, onChoose: choose })}
          className="input"
          disabled={props.disabled || missing !== null}
          placeholder={
            missing ? t('fields.chooseFirst', { field: t(`resources:${fieldKey(props.resource, missing)}`) }) : t('fields.search')
          }
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
              <ListboxOption
                key={record.id}
                listId={listId}
                place={index}
                isActive={index === active}
                isSelected={record.id === value}
                onChoose={() => choose(record)}
              >
                <OwnTitle resource={target}>{titleOf(record)}</OwnTitle>
              </ListboxOption>
            ))}
          </div>
          {note !== '' && <p className="listbox-note">{note}</p>}
        </div>
      )}
      {value !== null && !isOpen && may('read', target) && !target.single && (
        <Link className="reference-link" to={pagesOf(target, role).show.replace(':id', value)}>
          {t('fields.openRecord', { title: title ?? '' })}
        </Link>
      )}
    </div>
  )
}

/** Note below the options. */
function noteOf({ isError, data }: ReturnType<typeof useOptions>, t: PageText['t']): string {
  if (isError) return t('fields.optionsFailed')
  if (data === undefined) return t('fields.loading')
  if (data.totalCount === 0) return t('fields.noOptions')
  return data.totalCount > optionsAtOnce ? t('fields.moreOptions', { count: data.totalCount - optionsAtOnce }) : ''
}
