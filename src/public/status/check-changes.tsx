import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { PublicForm } from '@matricola/console/public/public-form.tsx'
import { useSlow } from '@matricola/console/public/use-submit.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { createIdempotencyKey, idempotencyHeader } from '@matricola/providers/idempotency-key.ts'
import { formatFileNameAndSize } from '@matricola/schema/values/format-size.ts'
import { type FormEvent, useState } from 'react'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { RequestedChange, WireApplication } from '#resources/admission/wire.ts'
import { isDocumentRequest } from '#resources/application-documents.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { makeCall } from '../../http.ts'
import { type DocumentState, documentSize, findChosenFile } from '../documents/document-state.ts'
import { Thumbnail } from '../documents/thumbnail.tsx'
import { usePublicConfig } from '../public-config.ts'
import { fetchOwnApplication, isSessionEnded } from './applicant-calls.ts'
import { broadcastApplicantSession } from './applicant-channel.ts'
import { ChangeTable, StoredDocumentLine, UnchangedField } from './change-table.tsx'
import {
  clearChangesDrafts,
  getChangesDraft,
  isChanged,
  normalizeValue,
  toWireAnswer,
} from './changes-draft.ts'
import { applicationValueText, valueText } from './field-texts.ts'
import { cacheOwnDocument } from './own-document-cache.tsx'
import { findRequestedItem, isRequestedDocument } from './requested-items.ts'
import type { StatusNavigation } from './status-navigation.ts'

/** Old and new values side by side, for review before sending. */
export function CheckChanges({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<HttpError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [key] = useState(createIdempotencyKey)
  const { reference } = application
  const draft = getChangesDraft(application)

  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await draft.uploads.whenSettled()
      const headers = idempotencyHeader(key)
      const body = toWireAnswer(application, draft)
      const { data } = await makeCall<typeof admissionCalls.answerChangeRequest>(
        admissionEndpoints.answerRequest,
        {
          input: body,
          headers,
          fallback: 'public:status.failed',
        },
      )
      for (const document of data.documents) {
        const file = findChosenFile(draft.uploads.state(document.document))
        if (file) cacheOwnDocument(reference, document, file.blob)
      }
      clearChangesDrafts()
      // Sending the answer ends the session, in other tabs too.
      broadcastApplicantSession({ type: 'closed' })
      views.reset({ name: 'sent', application: data })
    } catch (error) {
      if (isSessionEnded(error))
        return views.reset({ name: 'code', reference, notice: t('code.ended') })
      if (!(error instanceof HttpError)) throw error
      showRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  const showRefusal = (error: HttpError) => {
    const refusals = Object.entries(error.errors).map(
      ([name, texts]) => [name.replace(/^(values|files|kept)\./, ''), texts[0]] as const,
    )
    const fieldRefusals = refusals.filter(([name]) =>
      application.requestedChanges.some(({ field }) => field === name),
    )
    setFailure(error)
    setAttempt(attempt + 1)
    if (fieldRefusals.length === 0) return
    draft.messages = Object.fromEntries(fieldRefusals)
    window.history.back()
  }
  const loadAgain = async () => {
    try {
      views.reset({ name: 'application', application: await fetchOwnApplication() })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setFailure(error)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) send()
  }
  const isStale = failure?.code === 'record.stale' || failure?.code === 'transition.refused'
  return (
    <PublicForm
      form={{
        isBusy,
        isSlow: useSlow(isBusy),
        messages: {},
        failure: failure?.message ?? null,
        error: failure,
        attempt,
        submit,
      }}
      title={t('check.title')}
      intro={t('check.intro')}
      takesFocus={true}
      labels={{}}
      submit={isBusy ? t('check.sending') : t('check.send')}
      remedy={
        isStale ? (
          <button type="button" className="button" onClick={loadAgain}>
            {t('check.reload')}
          </button>
        ) : null
      }
      after={
        <button type="button" className="button-link" onClick={() => window.history.back()}>
          {t('check.back')}
        </button>
      }
    >
      <ChangeTable
        application={application}
        rows={application.requestedChanges.map((request) => ({
          field: request.field,
          before: <Before application={application} request={request} />,
          now: <Now application={application} field={request.field} />,
        }))}
      />
    </PublicForm>
  )
}

function Before({
  application,
  request,
}: {
  application: WireApplication
  request: RequestedChange
}) {
  const t = useText('status')
  const language = useLanguage()
  const { field, oldValue } = request
  if (!isDocumentRequest(request))
    return applicationValueText(application, field, oldValue, language)
  const sentDocument = application.documents.find(({ document }) => document === field)
  return sentDocument ? (
    <StoredDocumentLine reference={application.reference} document={sentDocument} />
  ) : (
    t('nothing')
  )
}

function Now({ application, field }: { application: WireApplication; field: string }) {
  const language = useLanguage()
  const { publicConfig } = usePublicConfig()
  const draft = getChangesDraft(application)
  const { value = '', reason = '' } = draft.answers[field] ?? {}
  if (!isChanged(application, draft, field)) return <UnchangedField reason={reason} />
  if (isRequestedDocument(application, field)) return <NewFile state={draft.uploads.state(field)} />
  return findRequestedItem(application, field)
    ? applicationValueText(application, field, value.trim(), language)
    : valueText(field, normalizeValue(field, value), language, publicConfig)
}

/** The new document with its image. */
function NewFile({ state }: { state: DocumentState }) {
  const t = useText('status')
  const language = useLanguage()
  const file = findChosenFile(state)
  if (!file) return t('nothing')
  return (
    <>
      {formatFileNameAndSize({ name: file.name, bytes: documentSize(state, file) }, language)}{' '}
      <span className="status-time">{t('check.notSent')}</span>
      <Thumbnail file={file} />
    </>
  )
}
