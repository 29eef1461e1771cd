import { type FormEvent, useState } from 'react'
import { type ChangeableField, type DocumentName, isDocumentName } from '#model/admission/documents.ts'
import type { WireApplication } from '#model/admission/wire.ts'
import { admissionEndpoints } from '#model/endpoints.ts'
import { HttpError, request } from '#providers/http.ts'
import { keyed, newKey } from '../../call-key.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { bytesOf, type DocumentState, fileOf } from '../documents/document-state.ts'
import { fileText } from '../documents/size-text.ts'
import { Thumbnail } from '../documents/thumbnail.tsx'
import { PublicForm } from '../form.tsx'
import { useSlow } from '../submit.ts'
import { useIntake } from '../university.ts'
import { hasEnded, readApplication } from './applicant.ts'
import { answerOf, draftOf, flaggedIn, forgetDrafts, isChanged, tidied } from './changes-draft.ts'
import { fieldLabel, valueText } from './field-words.ts'
import type { Views } from './views.ts'

/** Before and now, side by side, before anything is sent. */
export function CheckChanges({ views, application }: { views: Views; application: WireApplication }) {
  const t = useText('status')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<HttpError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [key] = useState(newKey)
  const { reference } = application
  const draft = draftOf(application)

  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await draft.uploads.settled()
      const headers = keyed(key)
      await request(admissionEndpoints.answerRequest, { body: answerOf(application, draft), headers, fallback: 'public:status.failed' })
      forgetDrafts()
      views.reset({ name: 'sent', at: new Date().toISOString(), reference })
    } catch (error) {
      if (hasEnded(error)) return views.reset({ name: 'code', reference, notice: t('code.ended') })
      if (!(error instanceof HttpError)) throw error
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const refuse = (error: HttpError) => {
    const refused = Object.entries(error.errors).map(([name, texts]) => [name.replace(/^(values|files|kept)\./, ''), texts[0]] as const)
    const known = refused.filter(([name]) => application.requestedChanges.some(({ field }) => field === name))
    setFailure(error)
    setAttempt(attempt + 1)
    if (known.length === 0) return
    draft.messages = Object.fromEntries(known)
    window.history.back()
  }
  const loadAgain = async () => {
    try {
      views.reset({ name: 'application', application: await readApplication() })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setFailure(error)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) send()
  }
  const isStale = failure?.code === 'record.stale' || failure?.code === 'step.refused'
  return (
    <PublicForm
      form={{ isBusy, isSlow: useSlow(isBusy), messages: {}, failure: failure?.message ?? null, error: failure, attempt, submit }}
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
      <table className="status-check">
        <thead>
          <tr>
            <th scope="col">{t('check.field')}</th>
            <th scope="col">{t('check.before')}</th>
            <th scope="col">{t('check.now')}</th>
          </tr>
        </thead>
        <tbody>
          {flaggedIn(application).map(({ field, oldValue }) => (
            <tr key={field}>
              <th scope="row">{fieldLabel(field)}</th>
              {isDocumentName(field) ? (
                <SentFile application={application} name={field} />
              ) : (
                <Cell label={t('check.before')} field={field} value={oldValue} />
              )}
              <Now application={application} field={field} />
            </tr>
          ))}
        </tbody>
      </table>
    </PublicForm>
  )
}

function Now({ application, field }: { application: WireApplication; field: ChangeableField }) {
  const t = useText('status')
  const draft = draftOf(application)
  const { value = '', reason = '' } = draft.answers[field] ?? {}
  if (!isChanged(application, draft, field))
    return (
      <td data-label={t('check.now')}>
        {t('check.kept')} <span className="status-lines">{reason}</span>
      </td>
    )
  if (isDocumentName(field)) return <NewFile state={draft.uploads.state(field)} />
  return <Cell label={t('check.now')} field={field} value={tidied(field, value)} />
}

/** The document that the office has, told apart from a new one of the same name by its size. */
function SentFile({ application, name }: { application: WireApplication; name: DocumentName }) {
  const t = useText('status')
  const language = useLanguage()
  const sent = application.documents.find(({ document }) => document === name)
  return <td data-label={t('check.before')}>{sent ? fileText(sent, language) : t('nothing')}</td>
}

/** The document that takes its place, with its picture. */
function NewFile({ state }: { state: DocumentState }) {
  const t = useText('status')
  const language = useLanguage()
  const file = fileOf(state)
  if (!file) return <td data-label={t('check.now')}>{t('nothing')}</td>
  return (
    <td data-label={t('check.now')}>
      {fileText({ name: file.name, bytes: bytesOf(state, file) }, language)}
      <Thumbnail file={file} />
    </td>
  )
}

/** The column's name stands before the value where the table is too narrow for columns. */
function Cell({ label, field, value }: { label: string; field: ChangeableField; value: string | null }) {
  const language = useLanguage()
  const { intake } = useIntake()
  return <td data-label={label}>{valueText(field, value, language, intake)}</td>
}
