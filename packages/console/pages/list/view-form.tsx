import { HttpError } from '@matricola/providers/http.ts'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRegistry } from '../../app/console-context.ts'
import { useUser } from '../../app/user-context.ts'
import { translateIssue } from '../../i18n.ts'
import { Button } from '../../kit/button.tsx'
import { Radio } from '../../kit/checks.tsx'
import { Input } from '../../kit/inputs.tsx'
import './views.css'

export interface ViewFormProps {
  readonly name: string
  readonly isShared: boolean
  /** Label of the button. */
  readonly action: string
  readonly children?: ReactNode
  readonly onSave: (view: { readonly name: string; readonly isShared?: boolean }) => Promise<void>
}

/**
 * Asks for the name of a view and, for administrators, whether it is shared. Errors appear below
 * the name.
 */
export function ViewForm({ name, isShared, action, children, onSave }: ViewFormProps) {
  const { t } = useTranslation('shell')
  const { role } = useUser()
  const { adminRole } = useRegistry()
  const id = useId()
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isForAll, setForAll] = useState(isShared)
  const save = async (data: FormData) => {
    const newName = String(data.get('name') ?? '').trim()
    if (newName === '') return setRefusal(translateIssue({ code: 'required' }))
    setBusy(true)
    try {
      await onSave({ name: newName, ...(role === adminRole && { isShared: isForAll }) })
    } catch (error) {
      setRefusal(errorText(error))
      setBusy(false)
    }
  }
  return (
    <form
      className="view-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void save(new FormData(event.currentTarget))
      }}
    >
      <label htmlFor={id}>{t('list.saved.name')}</label>
      <Input
        id={id}
        name="name"
        data-autofocus
        autoComplete="off"
        maxLength={60}
        defaultValue={name}
        aria-invalid={refusal !== '' || undefined}
        aria-describedby={refusal === '' ? undefined : `${id}-refused`}
      />
      {refusal !== '' && (
        <p id={`${id}-refused`} className="view-issue" role="alert">
          {refusal}
        </p>
      )}
      {role === adminRole && (
        <fieldset className="panel-group">
          <legend>{t('list.saved.who')}</legend>
          {(['me', 'everyone'] as const).map((audience) => (
            <Radio
              key={audience}
              name="who"
              checked={isForAll === (audience === 'everyone')}
              onChange={() => setForAll(audience === 'everyone')}
            >
              {t(`list.saved.${audience}`)}
            </Radio>
          ))}
        </fieldset>
      )}
      <div className="view-buttons">
        <Button type="submit" kind="primary" aria-disabled={isBusy}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  )
}

/** Returns why a view was not saved: the first issue of a field, otherwise the error's message. */
function errorText(error: unknown): string {
  if (!(error instanceof HttpError)) throw error
  const [issue] = Object.values(error.fields).flat()
  return issue ? translateIssue(issue) : error.message
}
