import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { fieldKey } from '#model/message-keys.ts'
import { resourceNamed } from '#resources/index.ts'
import type { InputProps } from '#src/fields/input.ts'
import { useIssueText } from '#src/fields/issue-text.ts'
import { optionsNote } from '#src/fields/options-note.ts'
import { OwnTitle } from '#src/fields/own-text.tsx'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { optionFilters, useOptions, useTitles } from '#src/fields/use-options.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Select } from '#src/kit/select.tsx'
import { useSpoken } from '#src/spoken/announcer.tsx'
import { mostLinks } from './kind.ts'

/** Several records of another resource: type to search, Enter to add one; each that is chosen has a button that takes it out. */
export function LinksInput(props: InputProps<'links'>) {
  const { t } = usePageText()
  const issueText = useIssueText()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [said, setSaid] = useState('')
  const [chosen, setChosen] = useState<{ readonly [id: string]: string }>({})
  const left = useRef<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { spec, id } = props
  const ids: readonly string[] = Array.isArray(props.value) ? props.value : []
  const target = resourceNamed(spec.to)
  const titles = useTitles(
    target,
    ids.filter((one) => chosen[one] === undefined),
  )
  const titleOf = (one: string) => chosen[one] ?? titles?.get(one) ?? '…'
  const { missing } = optionFilters(spec, props.values)
  const found = useOptions(spec, props.values, useDeferredValue(search), isOpen)
  const options = (found.data?.list ?? [])
    .filter((record) => !ids.includes(record.id))
    .map((record) => {
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
  const note = optionsNote(found, t) || (options.length === 0 && found.data ? t('fields.noOptions') : '')
  useSpoken(isOpen ? note || t('fields.found', { count: options.length }) : said)
  const max = mostLinks(spec)
  const isFull = ids.length >= max
  const put = (next: readonly string[], words: string) => {
    props.onChange(next.length === 0 ? null : [...next].sort())
    setSaid(words)
  }
  // Who takes one out goes on at the next, or where another is added.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when one has gone
  useLayoutEffect(() => {
    if (left.current === null) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? []
    const next = buttons[Math.min(left.current, buttons.length - 1)] ?? document.getElementById(id)
    left.current = null
    next?.focus()
  }, [ids.length])
  const limit = isFull ? issueText({ code: 'links.tooMany', params: { max } }, spec) : t('fields.search')
  return (
    <div className="links-box">
      {ids.length > 0 && (
        <ul ref={list} className="links-chosen" aria-labelledby={props.labelId}>
          {ids.map((one, place) => (
            <li key={one}>
              <span className="links-title">
                <OwnTitle resource={target}>{titleOf(one)}</OwnTitle>
              </span>
              {!props.disabled && (
                <button
                  type="button"
                  className="button-icon"
                  aria-label={t('fields.takeOut', { title: titleOf(one) })}
                  onClick={() => {
                    left.current = place
                    put(
                      ids.filter((other) => other !== one),
                      t('fields.takenOut', { title: titleOf(one) }),
                    )
                  }}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Select
        id={id}
        labelId={props.labelId}
        value={null}
        options={options}
        onChange={(one) => {
          const title = options.find((option) => option.value === one)?.label ?? ''
          setChosen({ ...chosen, [one]: title })
          put([...ids, one], t('fields.addedTo', { title }))
        }}
        onSearch={setSearch}
        onOpen={setOpen}
        note={note}
        isBusy={found.isFetching}
        disabled={props.disabled || missing !== null || isFull}
        required={props.required}
        invalid={props.invalid}
        describedBy={props.describedBy}
        placeholder={missing ? t('fields.chooseFirst', { field: t(`resources:${fieldKey(props.resource, missing)}`) }) : limit}
      />
    </div>
  )
}
