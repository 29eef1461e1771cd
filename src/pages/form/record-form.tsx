import { type ReactNode, useId, useState } from 'react'
import type { AnyResource, SectionRow } from '#model/resource.ts'
import { fieldOf } from '#model/resource.ts'
import type { FieldIssues } from '#model/wire.ts'
import { FormField } from '#src/fields/form-field.tsx'
import { usePageText } from '#src/fields/page-text.ts'
import { DependantsNote } from '#src/pages/show/dependants.tsx'
import { Conflict } from './conflict.tsx'
import { type FormMode, fieldState, type Values } from './draft.ts'
import { ErrorSummary } from './error-summary.tsx'
import './form.css'
import { LeaveDialog, LeaveGuard } from './leave-guard.tsx'
import type { Draft } from './use-draft.ts'
import { type RecordFormState, type Save, type Saved, useFormKeys, useRecordForm } from './use-record-form.ts'

export interface RecordFormProps {
  readonly resource: AnyResource
  readonly mode: FormMode
  readonly initial: Draft
  /** Of the record that is changed. */
  readonly recordId?: string
  readonly save: Save
  readonly onSaved: (saved: Saved, another: boolean) => void
  readonly onCancel: () => void
  /** Offers to save and begin the next record; absent in a dialog. */
  readonly hasAnother?: boolean
  /** Content of the form beside the declared fields, given the refusals of the last attempt and the values as they are typed. */
  readonly extra?: (issues: FieldIssues, values: Values) => ReactNode
}

/** The form of any resource, as its declaration says. */
export function RecordForm({ resource, mode, initial, recordId, save, onSaved, onCancel, hasAnother, extra }: RecordFormProps) {
  const { t } = usePageText()
  const scope = useId()
  const form = useRecordForm({ resource, mode, initial, save, onSaved, scope })
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    form.isLeaving.current = true
    onCancel()
  }
  const cancel = () => (form.changed.length > 0 ? setAsking(true) : leave())
  // Nothing to save is saved already.
  const submit = () => (mode === 'edit' && form.changed.length === 0 ? leave() : void form.submit())
  useFormKeys(() => form.newer === null && submit(), cancel)

  return (
    <form
      noValidate
      className="record-form"
      aria-busy={form.isSaving}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <LeaveGuard resource={resource} changed={form.changed} isLeaving={form.isLeaving} />
      {isAsking && <LeaveDialog resource={resource} changed={form.changed} onLeave={leave} onStay={() => setAsking(false)} />}
      {form.newer ? (
        <Conflict resource={resource} draft={form.draft} current={form.newer} onMerge={form.merge} onDiscard={form.takeNewer} />
      ) : (
        <>
          <ErrorSummary ref={form.summary} resource={resource} issues={form.issues} scope={scope} failure={form.failure} />
          {Object.entries(resource.sections).map(([name, rows]) => (
            <Section key={name} name={name} rows={rows} resource={resource} mode={mode} form={form} scope={scope} recordId={recordId} />
          ))}
          {extra?.(form.issues, form.draft.values)}
          <div className="form-footer">
            <button
              type="submit"
              className="button button-primary"
              aria-disabled={form.isSaving}
              aria-keyshortcuts="Control+S Control+Enter"
            >
              {t(form.isSaving ? 'form.saving' : 'form.save')}
            </button>
            {hasAnother && (
              <button type="button" className="button" aria-disabled={form.isSaving} onClick={() => void form.submit(true)}>
                {t('form.saveAndAdd')}
              </button>
            )}
            <button type="button" className="button" onClick={cancel}>
              {t('form.cancel')}
            </button>
          </div>
        </>
      )}
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

/** A titled group of fields; nothing at all while every field of it is hidden. */
function Section({ name, rows, resource, mode, form, scope, recordId }: SectionProps) {
  const { t } = usePageText()
  const { values, titles } = form.draft
  const titleId = `${scope}-section-${name}`
  const shown = rows
    .map((row) => (typeof row === 'string' ? [row] : row).filter((field) => isShown(resource, field, form, mode)))
    .filter((row) => row.length > 0)
  if (shown.length === 0) return null
  return (
    <section className="form-section sheet" aria-labelledby={titleId}>
      <h2 id={titleId} className="section-title">
        {t(`resources:${resource.name}.sections.${name}`)}
      </h2>
      {shown.map((row) => (
        <div key={row.join()} className={row.length > 1 ? 'form-row pair' : 'form-row'}>
          {row.map((field) => {
            const state = fieldState(resource, field, values, form.asker, mode)
            return (
              <FormField
                key={field}
                scope={scope}
                resource={resource}
                name={field}
                spec={fieldOf(resource, field)}
                value={values[field]}
                values={values}
                title={titles[field]}
                required={state.required}
                readOnly={state.readOnly}
                issue={form.issues[field]?.[0]}
                onChange={(value, title) => form.setValue(field, value, title)}
              />
            )
          })}
        </div>
      ))}
      {recordId && shown.flat().includes('isActive') && form.draft.base.isActive === true && values.isActive === false && (
        <DependantsNote resource={resource} ids={[recordId]} />
      )}
    </section>
  )
}

const isShown = (resource: AnyResource, field: string, form: RecordFormState, mode: FormMode) =>
  fieldOf(resource, field).kind !== 'many' && fieldState(resource, field, form.draft.values, form.asker, mode).visible
