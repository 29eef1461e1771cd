import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import type { InputProps } from '@matricola/console/fields/input.ts'
import { useIssueText } from '@matricola/console/fields/issue-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { RecordTitle } from '@matricola/console/fields/university-text.tsx'
import { useTitles } from '@matricola/console/fields/use-options.ts'
import { useRecordOptions } from '@matricola/console/fields/use-record-options.tsx'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Select } from '@matricola/console/kit/select.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { fieldKey } from '../../message-keys.ts'
import { maxLinks } from './type.ts'
import '@matricola/console/fields/fields.css'

/**
 * Selects several records: type to search, Enter to add. Each selected record has a remove button.
 */
export function LinksInput(props: InputProps<'links'>) {
  const { t } = usePageText()
  const issueText = useIssueText()
  const [announcement, setAnnouncement] = useState('')
  const [chosen, setChosen] = useState<{ readonly [id: string]: string }>({})
  const removedIndex = useRef<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { spec, id } = props
  const ids: readonly string[] = Array.isArray(props.value) ? props.value : []
  const {
    target,
    options: found,
    missing,
    isOpen,
    isFound,
    note: recordsNote,
    select,
  } = useRecordOptions(spec, props.values)
  const titles = useTitles(
    target,
    ids.filter((linkedId) => chosen[linkedId] === undefined),
  )
  const titleOf = (linkedId: string) => chosen[linkedId] ?? titles?.get(linkedId) ?? '…'
  const options = found.filter(({ value }) => !ids.includes(value))
  const note = recordsNote || (options.length === 0 && isFound ? t('fields.noOptions') : '')
  useAnnounce(isOpen ? note || t('fields.found', { count: options.length }) : announcement)
  const max = maxLinks(spec)
  const isFull = ids.length >= max
  const update = (next: readonly string[], message: string) => {
    props.onChange(next.length === 0 ? null : [...next].sort())
    setAnnouncement(message)
  }
  // After a removal, focus moves to the next remove button, or to the search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the number of ids changes
  useLayoutEffect(() => {
    if (removedIndex.current === null) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? []
    const next =
      buttons[Math.min(removedIndex.current, buttons.length - 1)] ?? document.getElementById(id)
    removedIndex.current = null
    next?.focus()
  }, [ids.length])
  const limit = isFull
    ? issueText({ code: 'links.tooMany', params: { max } }, spec)
    : t('fields.search')
  return (
    <div className="links-box">
      {ids.length > 0 && (
        <ul ref={list} className="bare-list links-selected" aria-labelledby={props.labelId}>
          {ids.map((linkedId, index) => (
            <li key={linkedId}>
              <span className="links-title">
                <RecordTitle resource={target}>{titleOf(linkedId)}</RecordTitle>
              </span>
              {!props.disabled && (
                <button
                  type="button"
                  className="button-icon"
                  aria-label={t('fields.takeOut', { title: titleOf(linkedId) })}
                  onClick={() => {
                    removedIndex.current = index
                    update(
                      ids.filter((other) => other !== linkedId),
                      t('fields.takenOut', { title: titleOf(linkedId) }),
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
        onChange={(linkedId) => {
          const title = options.find((option) => option.value === linkedId)?.label ?? ''
          setChosen({ ...chosen, [linkedId]: title })
          update([...ids, linkedId], t('fields.addedTo', { title }))
        }}
        {...select}
        note={note}
        disabled={props.disabled || missing !== null || isFull}
        required={props.required}
        invalid={props.invalid}
        describedBy={props.describedBy}
        placeholder={
          missing
            ? t('fields.chooseFirst', {
                field: t(`resources:${fieldKey(props.resource, missing)}`),
              })
            : limit
        }
      />
    </div>
  )
}
