import { useId, useState } from 'react'
import { actionsOf } from '#model/actions.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import { actionSchema, check } from '#model/validation.ts'
import type { FieldIssues, WireRecord } from '#model/wire.ts'
import { HttpError } from '#providers/http.ts'
import { controlId, FormField } from '#src/fields/form-field.tsx'
import { usePageText } from '#src/fields/page-text.ts'
import { Dialog } from '#src/pages/form/dialog.tsx'
import { focusField } from '#src/pages/form/focus-field.ts'
import { toneClass } from './tone-class.ts'

interface ActionDialogProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly action: string
  readonly run: (call: { readonly action: string; readonly input: object }) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for what an action needs, then runs it. Refusals appear beside their fields; what was typed stays. */
export function ActionDialog({ resource, record, action: name, run, onClose }: ActionDialogProps) {
  const { t } = usePageText()
  const scope = useId()
  const action = actionsOf(resource)[name]
  const input = action?.input ?? []
  const [values, setValues] = useState<{ readonly [field: string]: unknown }>(Object.fromEntries(input.map((field) => [field, null])))
  const [issues, setIssues] = useState<FieldIssues>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const label = t(`resources:${resource.name}.actions.${name}`)

  const refuse = (found: FieldIssues) => {
    setIssues(found)
    const first = input.find((field) => found[field])
    if (first) requestAnimationFrame(() => focusField(controlId(scope, first)))
  }
  const submit = async () => {
    if (isRunning) return
    const checked = check(actionSchema(resource, input), values)
    if (!checked.ok) return refuse(checked.fields)
    setRunning(true)
    setFailure(null)
    try {
      await run({ action: name, input: values })
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      if (error instanceof HttpError) refuse(error.fields)
    } finally {
      setRunning(false)
    }
  }

  return (
    <Dialog
      title={t('show.actionTitle', { action: label, name: record._title })}
      onClose={onClose}
      footer={
        <>
          <button
            type="submit"
            form={`${scope}-form`}
            className={`button ${toneClass[action?.tone ?? 'primary'] || 'button-primary'}`}
            aria-disabled={isRunning}
          >
            {label}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {t('form.cancel')}
          </button>
        </>
      }
    >
      <form
        id={`${scope}-form`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
        {input.length === 0 && <p>{t('shell:list.confirmDetail')}</p>}
        {input.map((field) => (
          <FormField
            key={field}
            scope={scope}
            resource={resource}
            name={field}
            spec={fieldOf(resource, field)}
            value={values[field]}
            values={{ ...record, ...values }}
            required={!fieldOf(resource, field).options.optional}
            issue={issues[field]?.[0]}
            onChange={(value) => setValues((old) => ({ ...old, [field]: value }))}
          />
        ))}
      </form>
    </Dialog>
  )
}
