import { hasTrait } from '@matricola/schema/field.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { isTranslationInto } from '@matricola/schema/translations.ts'
import type { EditOperator } from '@matricola/schema/vocabulary.ts'
import { bulkFields, checkEdits, type FieldEdit, operatorsOf } from '@matricola/schema/wire/bulk.ts'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useUser } from '../../app/user-context.ts'
import { controlId } from '../../fields/form-field.tsx'
import '../../fields/fields.css'
import { Icon } from '../../icons/icon.tsx'
import { focusField } from '../form/focus-field.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { useSubmission } from '../form/use-dialog-submission.ts'
import { useBulkText } from './bulk-text.ts'
import { type EditDraft, EditRow } from './edit-row.tsx'
import { FieldChooser } from './field-chooser.tsx'
import './bulk.css'

interface BulkEditDialogProps {
  readonly resource: AnyResource
  readonly count: number
  /** Creates the job. Throws `HttpError`. */
  readonly onPreview: (edits: readonly FieldEdit[]) => Promise<unknown>
  readonly onClose: () => void
}

/**
 * Asks which fields to change and how, then asks the server for a preview. Errors appear next to
 * their fields and do not clear the input.
 */
export function BulkEditDialog({ resource, count, onPreview, onClose }: BulkEditDialogProps) {
  const text = useBulkText()
  const { t } = text
  const { role, universityLanguage } = useUser()
  const scope = useId()
  const names = bulkFields(resource, role).filter(
    (name) => !isTranslationInto(resource, name, universityLanguage),
  )
  const [drafts, setDrafts] = useState<readonly EditDraft[]>([])
  const { issues, failure, isRunning, refuse, clear, send } = useSubmission(
    scope,
    drafts.map(({ field }) => field),
  )
  const fieldSelect = useRef<HTMLSelectElement>(null)
  const label = (name: string) => t(`resources:${fieldKey(resource, name)}`)

  const add = (name: string) => {
    const [operator] = operatorsOf(fieldOf(resource, name))
    const draft = {
      field: name,
      operator: operator ?? 'set',
      value: initialValue(resource, name, operator ?? 'set'),
    }
    // Render synchronously. If the focus moved a frame later, the user could already be typing
    // somewhere else.
    flushSync(() => setDrafts((old) => [...old, draft]))
    focusField(`${controlId(scope, name)}-operator`)
  }
  const change = (name: string, patch: Partial<EditDraft>) =>
    setDrafts((old) =>
      old.map((draft) => (draft.field === name ? withChange(resource, draft, patch) : draft)),
    )
  const remove = (name: string) => {
    setDrafts((old) => old.filter(({ field }) => field !== name))
    fieldSelect.current?.focus()
  }
  const submit = async () => {
    if (isRunning) return
    if (drafts.length === 0) return fieldSelect.current?.focus()
    const checked = checkEdits(resource, role, drafts.map(toEdit))
    if (!checked.ok) return refuse(checked.fields)
    clear()
    await send(() => onPreview(checked.value), onClose)
  }

  return (
    <FormDialog
      isWide
      title={text.t('form.title', { count, action: t('edit.button') })}
      submit={t('form.preview')}
      isDisabled={isRunning || drafts.length === 0}
      cancel={t('form.cancel')}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {drafts.map((draft) => (
        <EditRow
          key={draft.field}
          scope={scope}
          resource={resource}
          draft={draft}
          others={Object.fromEntries(drafts.map(({ field, value }) => [field, value]))}
          issue={issues[draft.field]?.[0]}
          onChange={(patch) => change(draft.field, patch)}
          onRemove={() => remove(draft.field)}
        />
      ))}
      <div className="form-field">
        <label className="field-label" htmlFor={`${scope}-add`}>
          {t(drafts.length === 0 ? 'edit.choose' : 'edit.another')}
        </label>
        <span className="edit-add">
          <Icon name="plus" />
          <FieldChooser
            ref={fieldSelect}
            id={`${scope}-add`}
            fields={names
              .filter((name) => !drafts.some(({ field }) => field === name))
              .map((name) => [name, label(name)])}
            onChoose={add}
          />
        </span>
      </div>
    </FormDialog>
  )
}

/** Returns the initial value of an input. It is empty, except that a switch is always on or off. */
const initialValue = (resource: AnyResource, name: string, operator: EditOperator): unknown =>
  hasTrait(fieldOf(resource, name), 'neverEmpty') && operator === 'set'
    ? true
    : operator === 'replace'
      ? ''
      : null

function withChange(resource: AnyResource, draft: EditDraft, patch: Partial<EditDraft>): EditDraft {
  if (patch.operator === undefined || patch.operator === draft.operator)
    return { ...draft, ...patch }
  return {
    field: draft.field,
    operator: patch.operator,
    value: initialValue(resource, draft.field, patch.operator),
  }
}

function toEdit({ field, operator, value, find }: EditDraft): FieldEdit {
  if (operator === 'clear') return { field, operator }
  if (operator === 'replace')
    return { field, operator, value, ...(find !== undefined && find !== '' && { find }) }
  return { field, operator, value }
}
