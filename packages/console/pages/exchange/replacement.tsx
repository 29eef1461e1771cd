import { choiceKey, fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { WireImport, WireInvalidValue } from '@matricola/schema/wire/jobs.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useHttp } from '../../app/console-context.ts'
import { useIssueText } from '../../fields/issue-text.ts'
import { Button } from '../../kit/button.tsx'
import { Input } from '../../kit/inputs.tsx'
import { jobScope } from '../jobs/job-calls.ts'
import { submitValueReplacement } from './import-calls.ts'
import { useExchangeText } from './use-exchange-text.ts'

interface ReplacementProps {
  readonly resource: AnyResource
  readonly current: WireImport
  readonly value: Pick<WireInvalidValue, 'column' | 'text' | 'rows' | 'earlierReplacement'>
  /** Initial text of the input. */
  readonly suggested: string
  /** Id of the element that explains the problem. */
  readonly reasonId: string
  readonly onReplaced: (changed: WireImport) => void
}

/** Replaces a value in all rows of its column with one of the choices or with typed text. */
export function Replacement({
  resource,
  current: { job, mapping },
  value,
  suggested,
  reasonId,
  onReplaced,
}: ReplacementProps) {
  const http = useHttp()
  const { t } = useExchangeText()
  const issueText = useIssueText()
  const id = useId()
  const { column, text, rows, earlierReplacement } = value
  const name = mapping[column] ?? ''
  const spec = fieldOf(resource, name)
  const field = t(`resources:${fieldKey(resource, name)}`)
  const options =
    spec.type === 'choice'
      ? Object.keys(spec.choices).map((choice) =>
          t(`resources:${choiceKey(resource, name, choice)}`),
        )
      : []
  const [replacement, setReplacement] = useState(
    options.length > 0 && !options.includes(suggested) ? '' : suggested,
  )
  const [isMissing, setMissing] = useState(false)
  const replacing = useMutation({
    mutationFn: () => submitValueReplacement(http, job.id, { column, text, replacement }),
    scope: jobScope(job.id),
    onSuccess: onReplaced,
  })
  const isEmpty = replacement.trim() === ''
  const replace = () => {
    setMissing(isEmpty)
    if (isEmpty) document.getElementById(id)?.focus()
    else if (!replacing.isPending) replacing.mutate()
  }
  const refusal = isMissing && isEmpty ? issueText({ code: 'required' }) : replacing.error?.message
  const input = {
    id,
    'aria-label': t('values.replacementOf', { field, text }),
    'aria-invalid': refusal !== undefined,
    'aria-describedby': refusal === undefined ? reasonId : `${id}-refusal`,
    value: replacement,
  }
  return (
    <form
      className="button-row import-value"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        replace()
      }}
    >
      {options.length > 0 ? (
        <select
          className="select"
          {...input}
          onChange={(event) => setReplacement(event.target.value)}
        >
          <option value="">{t('values.choose')}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <Input
          autoComplete="off"
          spellCheck={false}
          {...input}
          onChange={(event) => setReplacement(event.target.value)}
        />
      )}
      {replacement !== text && (
        <Button type="submit" aria-disabled={replacing.isPending}>
          {t('values.replace', { count: rows })}
        </Button>
      )}
      {earlierReplacement !== null && replacement === earlierReplacement && (
        <p className="caption">{t('values.earlier')}</p>
      )}
      {refusal !== undefined && (
        <p id={`${id}-refusal`} className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </form>
  )
}
