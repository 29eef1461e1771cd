import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { fieldKey } from '#model/message-keys.ts'
import { pagesOf } from '#model/paths.ts'
import { resourceNamed } from '#resources/index.ts'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import type { InputProps } from '#src/fields/input.ts'
import { optionsNote } from '#src/fields/options-note.ts'
import { OwnTitle } from '#src/fields/own-text.tsx'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { optionFilters, useOptions, useTitle } from '#src/fields/use-options.ts'
import { Button } from '#src/kit/button.tsx'
import { Select } from '#src/kit/select.tsx'
import { useSpoken } from '#src/spoken/announcer.tsx'

/** A record of another resource: type to search, arrows and Enter to choose, Escape to leave it as it was. */
export function ReferenceInput(props: InputProps<'reference'>) {
  const { t } = usePageText()
  const { role } = usePerson()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const title = useTitle(props.spec.to, value, value ? props.title : '')
  const { missing } = optionFilters(props.spec, props.values)
  const found = useOptions(props.spec, props.values, useDeferredValue(search), isOpen)
  const target = resourceNamed(props.spec.to)
  const options = (found.data?.list ?? []).map((record) => {
    const label = titleText(target, record, t)
    return {
      value: record.id,
      label,
      shown: (
        <OwnTitle resource={target} record={record}>
          {label}
        </OwnTitle>
      ),
    }
  })
  const note = optionsNote(found, t)
  useSpoken(isOpen ? note || t('fields.found', { count: options.length }) : '')

  return (
    <>
      <div className="reference-line">
        <Select
          id={props.id}
          labelId={props.labelId}
          value={value}
          title={title ?? '…'}
          options={options}
          onChange={(id) => props.onChange(id, options.find((option) => option.value === id)?.label)}
          onSearch={setSearch}
          onOpen={setOpen}
          note={note}
          isBusy={found.isFetching}
          disabled={props.disabled || missing !== null}
          required={props.required}
          invalid={props.invalid}
          describedBy={props.describedBy}
          placeholder={
            missing ? t('fields.chooseFirst', { field: t(`resources:${fieldKey(props.resource, missing)}`) }) : t('fields.search')
          }
        />
        {value !== null && !props.disabled && (
          <Button aria-describedby={props.labelId} onClick={() => props.onChange(null)}>
            {t('fields.clear')}
          </Button>
        )}
      </div>
      {value !== null && !isOpen && may('read', target) && !target.single && (
        <Link className="reference-link" to={pagesOf(target, role).show.replace(':id', value)}>
          {t('fields.openRecord', { title: title ?? '' })}
        </Link>
      )}
    </>
  )
}
