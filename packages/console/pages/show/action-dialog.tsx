import { actionInput, actionsOf, reversibilityOf } from '@matricola/schema/actions.ts'
import { evaluate, fieldsRead, type Predicate } from '@matricola/schema/predicate.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { actionSchema, validateInput } from '@matricola/schema/validation.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useId, useState } from 'react'
import type { IdempotencyHeaders } from '../../app/submission-key.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { FormField } from '../../fields/form-field.tsx'
import { useIssueText } from '../../fields/issue-text.ts'
import { usePageText } from '../../fields/page-text.ts'
import { titleText } from '../../fields/title-text.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { useSubmission } from '../form/use-dialog-submission.ts'
import { DependantsNote, isDeactivation } from './dependants.tsx'
import { StaleChanges } from './stale-changes.tsx'

export interface ActionDialogProps {
  readonly resource: AnyResource
  /** The record that the action is for; absent for a bulk action. */
  readonly record?: WireRecord
  /** Title of the dialog and label of its button, if there is no single record. */
  readonly title?: string
  readonly submit?: string
  readonly action: string
  /**
   * Set if the action was rejected as stale before the dialog opened: the record that the user saw,
   * and the server's message.
   */
  readonly refused?: { readonly seenRecord: WireRecord; readonly message: string } | undefined
  /** Hidden while another dialog is open. */
  readonly isHidden?: boolean
  readonly run: (call: {
    readonly action: string
    readonly input: object
    readonly headers: IdempotencyHeaders
  }) => Promise<unknown>
  readonly onClose: () => void
}

/**
 * Asks for the input of an action, then runs it. Errors appear next to their fields and do not
 * clear the input.
 */
export function ActionDialog({
  resource,
  record,
  title,
  submit: submitLabel,
  action: name,
  refused,
  isHidden = false,
  run,
  onClose,
}: ActionDialogProps) {
  const { t } = usePageText()
  const issueText = useIssueText()
  const scope = useId()
  const action = actionsOf(resource)[name]
  const { names: input, resource: inputResource } = action
    ? actionInput(resource, action)
    : { names: [], resource }
  const [values, setValues] = useState<{ readonly [field: string]: unknown }>(
    Object.fromEntries(input.map((field) => [field, null])),
  )
  const { issues, failure, isStale, isRunning, refuse, send } = useSubmission(
    scope,
    input,
    refused?.message,
  )
  const caller = useUser()
  const can = usePermission()
  const reversibility =
    record && input.length === 0 ? reversibilityOf(resource, name, record, caller) : undefined
  // The fields known here; for a bulk action, only the input and the values that the action sets.
  const knownValues = { ...record, ...action?.set, ...values }
  const evaluatePredicate = (predicate: Predicate | undefined) =>
    predicate && fieldsRead(predicate).every((field) => field in knownValues)
      ? evaluate(predicate, knownValues, caller)
      : undefined
  const visibleFields = input.filter(
    (field) => evaluatePredicate(inputResource.form?.[field]?.visibleWhen) !== false,
  )
  const isRequired = (field: string) =>
    !fieldOf(inputResource, field).options.optional ||
    evaluatePredicate(inputResource.form?.[field]?.requiredWhen) === true
  const [seenRecord] = useState(refused?.seenRecord ?? record)
  // After a rejection as stale, the page reloads the record.
  const isNewer =
    isStale &&
    seenRecord !== undefined &&
    record !== undefined &&
    record.version > seenRecord.version
  const isNoLongerAllowed = isNewer && !can(name, resource, record)
  const label = t(`resources:${resource.name}.actions.${name}`)

  // An issue of a field that the dialog does not contain is shown as a message.
  const hiddenFieldIssue = Object.entries(issues).find(
    ([name]) => !visibleFields.includes(name),
  )?.[1][0]

  const failureText = (failure: string) => {
    if (isNewer)
      return t(isNoLongerAllowed ? 'show.changedAway' : 'show.changedMeanwhile', { action: label })
    return hiddenFieldIssue ? issueText(hiddenFieldIssue) : failure
  }
  const submit = async () => {
    if (isRunning) return
    const submittedInput = Object.fromEntries(
      input.map((field) => [field, visibleFields.includes(field) ? values[field] : null]),
    )
    const checked = validateInput(actionSchema(inputResource, input), submittedInput)
    const missing = visibleFields
      .filter((field) => isRequired(field) && submittedInput[field] === null)
      .map((field) => [field, [{ code: 'required' }]])
    if (!checked.ok || missing.length > 0)
      return refuse({ ...Object.fromEntries(missing), ...(!checked.ok && checked.fields) })
    await send((headers) => run({ action: name, input: submittedInput, headers }), onClose)
  }

  return (
    <FormDialog
      isHidden={isHidden}
      title={
        title ??
        t('show.actionTitle', { action: label, name: record ? titleText(resource, record, t) : '' })
      }
      submit={
        isNoLongerAllowed
          ? null
          : isNewer
            ? t('show.anyway', { action: label })
            : (submitLabel ?? label)
      }
      submitKind={action?.tone === 'danger' ? 'destructive' : 'primary'}
      isDisabled={isRunning}
      cancel={t('form.cancel')}
      failure={failure && failureText(failure)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isNewer && (
        <StaleChanges resource={resource} seenRecord={seenRecord} currentRecord={record} />
      )}
      {reversibility && <p>{t(`shell:list.reversibility.${reversibility}`)}</p>}
      {record && isDeactivation(resource, name) && (
        <DependantsNote resource={resource} ids={[record.id]} />
      )}
      {visibleFields.map((field) => (
        <FormField
          key={field}
          scope={scope}
          resource={inputResource}
          name={field}
          spec={fieldOf(inputResource, field)}
          value={values[field]}
          values={{ ...record, ...values }}
          required={isRequired(field)}
          issue={issues[field]?.[0]}
          onChange={(value) => setValues((old) => ({ ...old, [field]: value }))}
        />
      ))}
    </FormDialog>
  )
}
