import { useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { PublicForm } from '@matricola/console/public/public-form.tsx'
import { useState } from 'react'
import type { WireApplication } from '#resources/admission/wire.ts'
import { ChangesDeadline, StaffMessage } from './application.tsx'
import { ChangedField } from './changed-field.tsx'
import {
  type ChangeAnswer,
  type FieldMessages,
  getChangesDraft,
  validateChanges,
} from './changes-draft.ts'
import { applicationFieldLabel } from './field-texts.ts'
import { useRequestedItems } from './requested-items.ts'
import type { StatusNavigation } from './status-navigation.ts'

/** Shows only the requested changes (R-T09). */
export function ChangesForm({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  const draft = getChangesDraft(application)
  const isReady = useRequestedItems(application)
  const [answers, setAnswers] = useState(draft.answers)
  const [messages, setMessages] = useState<FieldMessages>(draft.messages)
  const [attempt, setAttempt] = useState(0)
  const change = (field: string, next: ChangeAnswer) => {
    draft.answers = { ...draft.answers, [field]: next }
    setAnswers(draft.answers)
  }
  const continueToCheck = () => {
    const issues = validateChanges(application, draft)
    draft.messages = {}
    setMessages(issues)
    setAttempt(attempt + 1)
    if (Object.keys(issues).length === 0) views.show({ name: 'check', application })
  }
  const form = {
    isBusy: false,
    isSlow: false,
    messages,
    failure: null,
    error: null,
    attempt,
    submit: (event: { preventDefault(): void }) => {
      event.preventDefault()
      continueToCheck()
    },
  }
  return (
    <PublicForm
      form={form}
      title={t('changes.title')}
      intro={t('changes.intro')}
      back={
        <button
          type="button"
          className="button-link public-back"
          onClick={() => window.history.back()}
        >
          <Icon name="arrow-left" /> {t('changes.back')}
        </button>
      }
      takesFocus={Object.keys(messages).length === 0}
      labels={Object.fromEntries(
        application.requestedChanges.map(({ field }) => [
          field,
          applicationFieldLabel(field, application),
        ]),
      )}
      submit={t('changes.continue')}
    >
      <StaffMessage application={application} />
      <ChangesDeadline application={application} />
      {(isReady ? application.requestedChanges : []).map((request) => (
        <ChangedField
          key={request.field}
          views={views}
          application={application}
          request={request}
          uploads={draft.uploads}
          answer={answers[request.field]}
          chosenDepartment={
            answers.departmentProfileId?.value ?? application.values.departmentProfileId ?? null
          }
          message={messages[request.field]}
          requiresReason={
            messages[request.field] !== undefined || Boolean(answers[request.field]?.reason)
          }
          onChange={(next) => change(request.field, next)}
        />
      ))}
    </PublicForm>
  )
}
