import { announceText } from '@matricola/console/announcements/announcer.tsx'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import { fold } from '@matricola/schema/values/folding.ts'
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FixedItemName, fixedItems } from '#resources/admission/fixed-items.ts'
import {
  type FormContent,
  type FormItem,
  formLimits,
  itemsOf,
} from '#resources/admission/form-content.ts'
import { moveItem, pageOfItem, shiftItem, shiftPage } from './content-edits.ts'
import { useConditionHint } from './use-condition-words.ts'
import { useFixedItemLabel, useFormEditorText, useFormWords } from './use-form-editor-text.ts'

interface OutlineProps {
  readonly content: FormContent
  readonly selectedId: string | null
  readonly isReadOnly: boolean
  readonly onSelect: (id: string) => void
  /** Changes the order. Returns why it is refused, or null. */
  readonly onReorder: (content: FormContent) => string | null
  readonly onAddItem: () => void
  readonly onAddPage: () => void
  /** Copies questions of other versions and forms. */
  readonly onCopy: () => void
}

/** Pages and questions, with their order. */
export function Outline(props: OutlineProps) {
  const { content, isReadOnly } = props
  const { t } = useFormEditorText()
  const words = useFormWords()
  const hint = useConditionHint(content)
  const [search, setSearch] = useState('')
  const dragged = useRef<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const query = fold(search.trim())
  const isFound = (item: FormItem) =>
    query === '' || [words(item.label), item.key].some((text) => fold(text).includes(query))
  const count = itemsOf(content).filter(isFound).length

  const reorder = (next: FormContent, id: string) => {
    if (next === content) return announceText(t('outline.atEdge'))
    // The order is in the page at once, so that the focus can follow before the next key is pressed.
    const refusal = flushSync(() => props.onReorder(next))
    if (refusal === null) announceText(positionText(next, id))
    list.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`)?.focus()
  }
  function positionText(next: FormContent, id: string): string {
    const page = pageOfItem(next, id)
    const item = page?.items.find((one) => one.id === id)
    if (!page || !item) {
      const index = next.pages.findIndex((one) => one.id === id)
      return t('outline.movedPage', { number: index + 1, total: next.pages.length })
    }
    return t('outline.moved', {
      question: words(item.label) || item.key,
      number: page.items.indexOf(item) + 1,
      total: page.items.length,
      page: words(page.title) || t('outline.untitledPage'),
    })
  }
  const onKeyDown = (event: KeyboardEvent, id: string, isPage: boolean) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
    if (!step || isReadOnly) return
    if (event.altKey) {
      event.preventDefault()
      reorder(isPage ? shiftPage(content, id, step) : shiftItem(content, id, step), id)
    }
  }
  const dropProps = (pageId: string, index: number) =>
    isReadOnly
      ? {}
      : {
          onDragOver: (event: DragEvent) => dragged.current !== null && event.preventDefault(),
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            event.stopPropagation()
            const id = dragged.current
            dragged.current = null
            if (id === null) return
            const from = pageOfItem(content, id)
            const earlier =
              from?.id === pageId && from.items.findIndex((one) => one.id === id) < index
            reorder(moveItem(content, id, { pageId, index: earlier ? index - 1 : index }), id)
          },
        }
  return (
    <>
      <Input
        type="search"
        aria-label={t('outline.find')}
        placeholder={t('outline.find')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {query !== '' && <p className="caption">{t('outline.found', { count })}</p>}
      <FixedSteps {...props} steps={['identity', 'contact', 'programme']} />
      <ol className="bare-list form-outline" ref={list}>
        {content.pages.map((page, pageIndex) => (
          <li key={page.id} {...dropProps(page.id, page.items.length)}>
            <Entry
              {...props}
              id={page.id}
              className="form-outline-page"
              onKeyDown={(event) => onKeyDown(event, page.id, true)}
            >
              <span>
                {pageIndex + 1} {words(page.title) || t('outline.untitledPage')}
              </span>
            </Entry>
            <ol className="bare-list">
              {page.items.map((item, index) =>
                isFound(item) ? (
                  <li
                    key={item.id}
                    draggable={!isReadOnly}
                    onDragStart={() => {
                      dragged.current = item.id
                    }}
                    {...dropProps(page.id, index)}
                  >
                    <Entry
                      {...props}
                      id={item.id}
                      className="form-outline-item"
                      onKeyDown={(event) => onKeyDown(event, item.id, false)}
                    >
                      <span className="form-outline-label">{words(item.label) || item.key}</span>
                      {item.asks && (
                        <span className="form-outline-condition">{hint(item.asks)}</span>
                      )}
                      <span className="form-outline-type">{t(`types.${item.type}`)}</span>
                    </Entry>
                  </li>
                ) : null,
              )}
            </ol>
          </li>
        ))}
      </ol>
      <FixedSteps {...props} steps={['documents', 'check']} />
      {!isReadOnly && (
        <>
          <div className="button-row">
            {content.pages.length > 0 && (
              <Button
                disabled={itemsOf(content).length >= formLimits.items}
                onClick={props.onAddItem}
              >
                <Icon name="plus" /> {t('outline.addItem')}
              </Button>
            )}
            <Button disabled={content.pages.length >= formLimits.pages} onClick={props.onAddPage}>
              <Icon name="plus" /> {t('outline.addPage')}
            </Button>
            <Button onClick={props.onCopy}>{t('copy.open')}</Button>
          </div>
          <p className="caption">{t('outline.keys')}</p>
        </>
      )}
    </>
  )
}

interface FixedStepsProps extends Pick<OutlineProps, 'content' | 'selectedId' | 'onSelect'> {
  readonly steps: readonly (keyof typeof fixedItems | 'programme' | 'check')[]
}

/**
 * Steps of the form that are the same for every university, because ranking, the search for
 * duplicates and the enrolment read their answers. Only texts of their fields can change.
 */
function FixedSteps({ steps, ...props }: FixedStepsProps) {
  const { t } = useFormEditorText()
  return (
    <ul className="bare-list" aria-label={t('outline.fixedSteps')}>
      {steps.map((step) =>
        step === 'programme' || step === 'check' ? (
          <li key={step} className="form-outline-fixed">
            <span>{t(`apply:steps.${step}.name`)}</span>
            <span className="form-outline-type">{t('outline.fixed')}</span>
          </li>
        ) : (
          <FixedStep key={step} {...props} step={step} />
        ),
      )}
    </ul>
  )
}

function FixedStep({
  step,
  content,
  selectedId,
  onSelect,
}: Omit<FixedStepsProps, 'steps'> & { readonly step: keyof typeof fixedItems }) {
  const { t } = useFormEditorText()
  const label = useFixedItemLabel()
  const fields: readonly FixedItemName[] = fixedItems[step]
  const [isOpen, setOpen] = useState(() => fields.some((name) => name === selectedId))
  return (
    <li>
      <button
        type="button"
        className="form-outline-page form-outline-fixed"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span>{t(`apply:steps.${step}.name`)}</span>
        <span className="form-outline-type">{t('outline.fixed')}</span>
      </button>
      {isOpen && (
        <ul className="bare-list">
          {fields.map((name) => (
            <li key={name}>
              <Entry id={name} className="form-outline-item" {...{ selectedId, onSelect }}>
                <span className="form-outline-label">{label(name)}</span>
                {content.fixed?.some(({ field }) => field === name) && (
                  <span className="form-outline-type">{t('outline.ownTexts')}</span>
                )}
              </Entry>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface EntryProps extends Pick<OutlineProps, 'selectedId' | 'onSelect'> {
  readonly id: string
  readonly className: string
  /** Moves the entry. Absent for fields of every application. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly isReadOnly?: boolean
  readonly children: ReactNode
}

function Entry({
  id,
  className,
  selectedId,
  isReadOnly,
  onSelect,
  onKeyDown,
  children,
}: EntryProps) {
  return (
    <button
      type="button"
      className={className}
      data-entry={id}
      aria-current={selectedId === id || undefined}
      aria-keyshortcuts={isReadOnly || !onKeyDown ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
      onClick={() => onSelect(id)}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  )
}
