import { isReadable } from '@matricola/schema/access.ts'
import { withComputed } from '@matricola/schema/computed.ts'
import { type FieldSpec, hasTrait } from '@matricola/schema/field.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource, SectionRow } from '@matricola/schema/resource.ts'
import { childRowEntries, fieldOf, sectionFields } from '@matricola/schema/resource-fields.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { type ReactNode, useId, useState } from 'react'
import { usePermission } from '../../app/use-permission.ts'
import { FormField } from '../../fields/form-field.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { DependantsNote } from '../show/dependants.tsx'
import { Conflict } from './conflict.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { type FormMode, type FormValues, fieldState } from './form-values.ts'
import './form.css'
import { Button } from '../../kit/button.tsx'
import { LeaveDialog, LeaveGuard } from './leave-guard.tsx'
import { OtherLanguages } from './other-languages.tsx'
import { rowValues } from './rows/form-rows.ts'
import { RowsField } from './rows/rows-field.tsx'
import type { FormState } from './use-form-state.ts'
import {
  type RecordFormState,
  type SavedRecord,
  type SaveRecord,
  useFormShortcuts,
  useRecordForm,
} from './use-record-form.ts'

export interface RecordFormProps {
  readonly resource: AnyResource
  readonly mode: FormMode
  readonly initial: FormState
  /** Id of the record being edited. */
  readonly recordId?: string
  readonly save: SaveRecord
  /**
   * If `continues` is true, the user stays on the form, with this record or with the next new one.
   */
  readonly onSaved: (saved: SavedRecord, continues: boolean) => void
  readonly onCancel: () => void
  /** Offers to save and stay, or to continue with another new record; not offered in a dialog. */
  readonly canContinue?: boolean
  /**
   * Content in addition to the declared fields, given the issues of the last attempt, the current
   * values and the stored ones.
   */
  readonly extra?: (issues: FieldIssues, values: FormValues, base: FormValues) => ReactNode
  /**
   * Renders the form element around the content; absent: a native one. `submit` saves the record.
   */
  readonly renderForm?: (element: FormElement) => ReactNode
}

interface FormElement {
  readonly props: { readonly className: string; readonly 'aria-busy': boolean }
  readonly content: ReactNode
  readonly submit: () => void
}

/** The form of any resource, built from its declaration. */
export function RecordForm({
  resource,
  mode,
  initial,
  recordId,
  save,
  onSaved,
  onCancel,
  canContinue,
  extra,
  renderForm,
}: RecordFormProps) {
  const { t, exists } = usePageText()
  const scope = useId()
  const form = useRecordForm({ resource, mode, initial, save, onSaved, scope })
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    form.isLeaving.current = true
    onCancel()
  }
  const cancel = () => (form.changed.length > 0 ? setAsking(true) : leave())
  // Without changes there is nothing to save.
  const submit = () => (mode === 'edit' && form.changed.length === 0 ? leave() : void form.submit())
  const saveAndContinue = () =>
    (mode === 'create' || form.changed.length > 0) && void form.submit(true)
  // A resource may have its own label for the button that creates a record, such as a request or a
  // certificate.
  const ownLabelKey = `pages:form.submit.${resource.name}`
  const submitLabel = mode === 'create' && exists(ownLabelKey) ? ownLabelKey : 'form.save'
  useFormShortcuts(() => form.newer === null && submit(), cancel)

  const props = { className: 'record-form', 'aria-busy': form.isSaving }
  const content = (
    <>
      <LeaveGuard resource={resource} changed={form.changed} isLeaving={form.isLeaving} />
      {isAsking && (
        <LeaveDialog
          resource={resource}
          changed={form.changed}
          onLeave={leave}
          onStay={() => setAsking(false)}
        />
      )}
      {form.newer ? (
        <Conflict
          resource={resource}
          state={form.draft}
          current={form.newer}
          onMerge={form.merge}
          onDiscard={form.discardChanges}
        />
      ) : (
        <>
          <ErrorSummary
            ref={form.summary}
            resource={resource}
            issues={form.issues}
            scope={scope}
            failure={form.failure}
          />
          {Object.entries(resource.sections).map(([name, rows]) => (
            <Section
              key={name}
              name={name}
              rows={rows}
              resource={resource}
              mode={mode}
              form={form}
              scope={scope}
              recordId={recordId}
            />
          ))}
          {extra?.(form.issues, form.draft.values, form.draft.base)}
          <div className="form-footer">
            <Button
              type="submit"
              kind="primary"
              aria-disabled={form.isSaving}
              aria-keyshortcuts="Control+S Control+Enter"
            >
              {t(form.isSaving ? 'form.saving' : submitLabel)}
            </Button>
            {canContinue && (
              <Button className="wide-only" aria-disabled={form.isSaving} onClick={saveAndContinue}>
                {t(mode === 'create' ? 'form.saveAndAdd' : 'form.saveAndStay')}
              </Button>
            )}
            <Button onClick={cancel}>{t('form.cancel')}</Button>
          </div>
        </>
      )}
    </>
  )
  if (renderForm) return renderForm({ props, content, submit })
  return (
    <form
      {...props}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {content}
    </form>
  )
}

interface SectionProps {
  readonly name: string
  readonly rows: readonly SectionRow[]
  readonly resource: AnyResource
  readonly mode: FormMode
  readonly form: RecordFormState
  readonly scope: string
  readonly recordId: string | undefined
}

/** A titled group of fields; hidden while all its fields are hidden. */
function Section({ name, rows, resource, mode, form, scope, recordId }: SectionProps) {
  const { t } = usePageText()
  const { values, titles } = form.draft
  const computed = withComputed(resource, { ...values, ...rowValues(resource, values) })
  const currentValue = (field: string) =>
    (fieldOf(resource, field).options.computed === undefined ? values : computed)[field]
  const titleId = `${scope}-section-${name}`
  const can = usePermission()
  const inForm = childRowEntries(resource).filter(
    ({ name: field, of }) =>
      sectionFields(rows).includes(field) &&
      isReadable(resource, form.caller.role, field) &&
      can(mode === 'create' ? 'create' : 'list', related(resource, of)),
  )
  const visibleRows = rows
    .map((row) =>
      (typeof row === 'string' ? [row] : row).filter(
        (field) =>
          isFieldShown(resource, field, form, mode, currentValue(field)) ||
          inForm.some((childRow) => childRow.name === field),
      ),
    )
    .filter((row) => row.length > 0)
  if (visibleRows.length === 0) return null
  return (
    <section className="form-section panel" aria-labelledby={titleId}>
      <h2 id={titleId} className="section-title">
        {t(`resources:${resource.name}.sections.${name}`)}
      </h2>
      <div className="form-fields">
        {visibleRows.flatMap((row) =>
          row.map((field, index) => {
            const rowField = inForm.find((childRow) => childRow.name === field)
            if (rowField)
              return (
                <div key={field} className="form-rows">
                  <RowsField
                    resource={resource}
                    field={rowField}
                    form={form}
                    scope={scope}
                    recordId={recordId}
                    isOnlyField={visibleRows.flat().length === 1}
                  />
                </div>
              )
            const state = fieldState(resource, field, values, form.caller, mode, form.draft.base)
            const spec = fieldOf(resource, field)
            return (
              <div key={field} className={`form-cell ${fieldClass(spec, row.length, index)}`}>
                <FormField
                  scope={scope}
                  resource={resource}
                  name={field}
                  spec={spec}
                  value={currentValue(field)}
                  values={values}
                  title={titles[field]}
                  required={state.required}
                  readOnly={state.readOnly}
                  issue={form.issues[field]?.[0]}
                  onChange={(value, title) => form.setValue(field, value, title)}
                />
                <OtherLanguages
                  resource={resource}
                  name={field}
                  mode={mode}
                  form={form}
                  scope={scope}
                />
              </div>
            )
          }),
        )}
      </div>
      {recordId &&
        visibleRows.flat().includes('isActive') &&
        form.draft.base.isActive === true &&
        values.isActive === false && <DependantsNote resource={resource} ids={[recordId]} />}
    </section>
  )
}

/** Texts that can be longer than this use the full width of a two-column form. */
const longestInColumn = 200

/** Class of a field in a two-column layout: full width, the first column, or the next free one. */
function fieldClass(spec: FieldSpec, fieldsInRow: number, index: number): string {
  const isLong =
    hasTrait(spec, 'wideInput') || (spec.type === 'text' && spec.options.max > longestInColumn)
  if (isLong && fieldsInRow === 1) return 'form-cell-wide'
  return fieldsInRow > 1 && index === 0 ? 'form-cell-first' : ''
}

/**
 * Whether the form shows a field. A read-only field without a value is left out unless it has an
 * issue.
 */
function isFieldShown(
  resource: AnyResource,
  field: string,
  form: RecordFormState,
  mode: FormMode,
  value: unknown,
): boolean {
  if (fieldOf(resource, field).type === 'many') return false
  const { visible, readOnly } = fieldState(
    resource,
    field,
    form.draft.values,
    form.caller,
    mode,
    form.draft.base,
  )
  const isEmpty =
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  return visible && !(readOnly && isEmpty && form.issues[field] === undefined)
}
