import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { EditOperator } from '@matricola/schema/vocabulary.ts'
import { operatorsOf } from '@matricola/schema/wire/bulk.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { FieldInput } from '../../fields/field-input.tsx'
import { controlId } from '../../fields/form-field.tsx'
import { useIssueText } from '../../fields/issue-text.ts'
import { Icon } from '../../icons/icon.tsx'
import { Input } from '../../kit/inputs.tsx'
import { useBulkText } from './bulk-text.ts'
import './bulk.css'

/** The unsaved edit of one field. */
export interface EditDraft {
  readonly field: string
  readonly operator: EditOperator
  readonly value: unknown
  readonly find?: string
}

interface EditRowProps {
  readonly scope: string
  readonly resource: AnyResource
  readonly draft: EditDraft
  /** Values of all edited fields. The options of a choice can depend on them. */
  readonly others: { readonly [field: string]: unknown }
  readonly issue: Issue | undefined
  readonly onChange: (patch: Partial<EditDraft>) => void
  readonly onRemove: () => void
}

/** A field, the operation on it, and the value in the field's own input. */
export function EditRow({
  scope,
  resource,
  draft,
  others,
  issue,
  onChange,
  onRemove,
}: EditRowProps) {
  const { t } = useBulkText()
  const issueText = useIssueText()
  const [title, setTitle] = useState<string | undefined>()
  const spec = fieldOf(resource, draft.field)
  const id = controlId(scope, draft.field)
  const label = t(`resources:${fieldKey(resource, draft.field)}`)
  const operators = operatorsOf(spec)
  const inputProps = {
    invalid: issue !== undefined,
    describedBy: issue ? `${id}-error` : undefined,
  }
  return (
    <fieldset className={issue ? 'edit-row has-error' : 'edit-row'}>
      <legend>{label}</legend>
      <select
        id={`${id}-operator`}
        className="input edit-operator"
        aria-label={t('edit.operator', { field: label })}
        value={draft.operator}
        onChange={(event) => {
          const operator = operators.find((candidate) => candidate === event.target.value)
          if (operator) onChange({ operator })
        }}
      >
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {t(`operators.${operator}`)}
          </option>
        ))}
      </select>
      <div className="edit-value">
        <label className="visually-hidden" id={`${id}-label`} htmlFor={id}>
          {t(draft.operator === 'replace' ? 'edit.find' : `edit.values.${draft.operator}`, {
            field: label,
          })}
        </label>
        {issue && (
          <p className="field-error" id={`${id}-error`}>
            {issueText(issue, spec)}
          </p>
        )}
        {draft.operator === 'replace' ? (
          <Replace id={id} label={label} draft={draft} {...inputProps} onChange={onChange} />
        ) : draft.operator === 'clear' ? null : (
          <FieldInput
            key={draft.operator}
            id={id}
            labelId={`${id}-label`}
            resource={resource}
            name={draft.field}
            spec={spec}
            value={draft.value}
            values={others}
            title={title}
            required
            {...inputProps}
            onChange={(value, chosen) => {
              setTitle(chosen)
              onChange({ value })
            }}
          />
        )}
      </div>
      <button
        type="button"
        className="button-icon edit-remove"
        aria-label={t('edit.remove', { field: label })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </fieldset>
  )
}

interface ReplaceProps {
  readonly id: string
  readonly label: string
  readonly draft: EditDraft
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly onChange: (patch: Partial<EditDraft>) => void
}

/** The text to find and its replacement, which may be empty. */
function Replace({ id, label, draft, invalid, describedBy, onChange }: ReplaceProps) {
  const { t } = useBulkText()
  return (
    <div className="edit-replace">
      <Input
        id={id}
        placeholder={t('edit.findShort')}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        value={draft.find ?? ''}
        onChange={(event) => onChange({ find: event.target.value })}
      />
      <Input
        aria-label={t('edit.values.replace', { field: label })}
        placeholder={t('edit.replaceShort')}
        autoComplete="off"
        value={String(draft.value ?? '')}
        onChange={(event) => onChange({ value: event.target.value })}
      />
    </div>
  )
}
