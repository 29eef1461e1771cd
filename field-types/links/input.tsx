import { useLayoutEffect, useRef, useState } from 'react'
import { fieldKey } from '#model/message-keys.ts'
import { useAnnounce } from '#src/announcements/announcer.tsx'
import type { InputProps } from '#src/fields/input.ts'
import { useIssueText } from '#src/fields/issue-text.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { RecordTitle } from '#src/fields/university-text.tsx'
import { useTitles } from '#src/fields/use-options.ts'
import { useRecordOptions } from '#src/fields/use-record-options.tsx'
import { Icon } from '#src/icons/icon.tsx'
import { Select } from '#src/kit/select.tsx'
import { maxLinks } from './type.ts'
import '#src/fields/fields.css'

/** Selects several records: type to search, Enter to add. Each selected record has a remove button. */
export function LinksInput(props: InputProps<'links'>) {
  const { t } = usePageText()
  const issueText = useIssueText()
  const [said, setSaid] = useState('')
  const [chosen, setChosen] = useState<{ readonly [id: string]: string }>({})
  const left = useRef<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { spec, id } = props
  const ids: readonly string[] = Array.isArray(props.value) ? props.value : []
  const { target, options: found, missing, isOpen, isFound, note: ofAll, select } = useRecordOptions(spec, props.values)
  const titles = useTitles(
    target,
    ids.filter((one) => chosen[one] === undefined),
  )
  const titleOf = (one: string) => chosen[one] ?? titles?.get(one) ?? '…'
  const options = found.filter(({ value }) => !ids.includes(value))
  const note = ofAll || (options.length === 0 && isFound ? t('fields.noOptions') : '')
  useAnnounce(isOpen ? note || t('fields.found', { count: options.length }) : said)
  const max = maxLinks(spec)
  const isFull = ids.length >= max
  const put = (next: readonly string[], words: string) => {
    props.onChange(next.length === 0 ? null : [...next].sort())
    setSaid(words)
  }
  // After a removal, focus moves to the next remove button, or to the search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the number of ids changes
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
        <ul ref={list} className="bare-list links-chosen" aria-labelledby={props.labelId}>
          {ids.map((one, place) => (
            <li key={one}>
              <span className="links-title">
                <RecordTitle resource={target}>{titleOf(one)}</RecordTitle>
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
        {...select}
        note={note}
        disabled={props.disabled || missing !== null || isFull}
        required={props.required}
        invalid={props.invalid}
        describedBy={props.describedBy}
        placeholder={missing ? t('fields.chooseFirst', { field: t(`resources:${fieldKey(props.resource, missing)}`) }) : limit}
      />
    </div>
  )
}
