import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../app/user-context.ts'
import { titleText } from '../../../fields/title-text.ts'
import '../../../fields/fields.css'
import { FieldInput } from '../../../fields/field-input.tsx'
import { useIssueText } from '../../../fields/issue-text.ts'
import { Icon } from '../../../icons/icon.tsx'
import { fieldState, valuesOf } from '../../form/form-values.ts'
import { CellConflict } from './cell-conflict.tsx'
import { type CellAddress, findAdjacentCell, findCellInColumn } from './editable.ts'
import type { CellDraft, CellEditing } from './use-cell-editing.ts'
import './cells.css'

interface CellEditorProps {
  readonly resource: AnyResource
  readonly draft: CellDraft
  readonly editing: CellEditing
  /** All editable cells of the page, in reading order. */
  readonly cells: readonly CellAddress[]
  /** Closes the cell without saving. */
  readonly onClose: () => void
}

/**
 * The field's input inside a cell. Enter saves, Tab saves and moves to the next cell, Esc cancels.
 */
export function CellEditor({ resource, draft, editing, cells, onClose }: CellEditorProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const issueText = useIssueText()
  const caller = useUser()
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const { record, name, newer, issue, failure } = draft
  const spec = fieldOf(resource, name)
  const values = { ...valuesOf(resource, record), [name]: draft.value }
  const message = [issue && issueText(issue, spec), failure].filter(Boolean).join(' ')

  useEffect(() => {
    const control = container.current?.querySelector<HTMLElement>(
      'input:checked, input, select, textarea, button',
    )
    control?.focus()
    if (control instanceof HTMLInputElement && control.type === 'text') control.select()
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || newer) return
    const done = (act: () => void) => {
      event.preventDefault()
      act()
    }
    const isButton = event.target instanceof HTMLButtonElement
    const step =
      event.ctrlKey || event.metaKey
        ? ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
        : undefined
    if (event.key === 'Escape') done(onClose)
    else if (step) done(() => editing.save(findCellInColumn(cells, draft, step)))
    else if (event.key === 'Tab')
      done(() => editing.save(findAdjacentCell(cells, draft, event.shiftKey ? -1 : 1)))
    else if (
      event.key === 'Enter' &&
      !isButton &&
      (!(event.target instanceof HTMLTextAreaElement) || event.ctrlKey)
    )
      done(() => editing.save())
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a cell would be announced with its legend on each key press
    <div
      ref={container}
      role="group"
      className="cell-editor"
      aria-label={t('shell:list.cell.edit', {
        field: t(`resources:${fieldKey(resource, name)}`),
        name: titleText(resource, record, t),
      })}
      aria-busy={editing.isSaving}
      onKeyDown={onKeyDown}
    >
      {newer ? (
        <CellConflict resource={resource} draft={draft} newer={newer} editing={editing} />
      ) : (
        <>
          <label id={`${id}-label`} htmlFor={`${id}-control`} className="visually-hidden">
            {t(`resources:${fieldKey(resource, name)}`)}
          </label>
          <div className="cell-line">
            <div className="cell-control">
              <FieldInput
                id={`${id}-control`}
                labelId={`${id}-label`}
                resource={resource}
                name={name}
                spec={spec}
                value={draft.value}
                values={values}
                title={draft.title}
                required={fieldState(resource, name, values, caller, 'edit').required}
                invalid={issue !== undefined}
                describedBy={message === '' ? undefined : `${id}-words`}
                onChange={editing.change}
              />
            </div>
            <button
              type="button"
              className="button-icon"
              tabIndex={-1}
              title={t('shell:list.cell.save')}
              onClick={() => editing.save()}
            >
              <Icon name="check" />
            </button>
            <button
              type="button"
              className="button-icon"
              tabIndex={-1}
              title={t('shell:cancel')}
              onClick={onClose}
            >
              <Icon name="close" />
            </button>
          </div>
          {message !== '' && (
            <p id={`${id}-words`} className="cell-issue" role="alert">
              {message}
            </p>
          )}
        </>
      )}
    </div>
  )
}
