import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Field } from '@matricola/console/public/field.tsx'
import { PublicForm } from '@matricola/console/public/public-form.tsx'
import { useSubmit } from '@matricola/console/public/use-submit.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { useState } from 'react'
import { exampleAccessCode, normalizeAccessCode } from '#resources/admission/access-code.ts'
import { openApplicantSession, requestNewAccessCode } from './applicant-calls.ts'
import type { StatusNavigation } from './status-navigation.ts'

/** Opens an application by reference number and access code. */
export function OpenApplication({
  views,
  reference: initialReference,
  notice,
}: {
  views: StatusNavigation
  reference: string
  notice: string | null
}) {
  const t = useText('status')
  const [reference, setReference] = useState(initialReference)
  const [code, setCode] = useState('')
  const [codeRequest, setCodeRequest] = useState<{
    tone: 'success' | 'error'
    text: string
  } | null>(null)
  const form = useSubmit({
    fields: { reference: reference.trim().toUpperCase(), accessCode: code.trim() },
    check: ({ accessCode }) =>
      normalizeAccessCode(accessCode) ? {} : { accessCode: t('code.shape') },
    send: ({ reference, accessCode }) =>
      openApplicantSession(reference, normalizeAccessCode(accessCode) ?? accessCode),
    done: (application) => views.replace({ name: 'application', application }),
  })
  const requestCode = async () => {
    const normalizedReference = reference.trim().toUpperCase()
    if (normalizedReference === '') {
      setCodeRequest({ tone: 'error', text: t('lost.needsReference') })
      return document.getElementById('reference')?.focus()
    }
    try {
      await requestNewAccessCode(normalizedReference)
      setCodeRequest({ tone: 'success', text: t('lost.sent') })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setCodeRequest({ tone: 'error', text: error.message })
    }
  }
  return (
    <PublicForm
      form={form}
      title={t('code.title')}
      intro={notice ?? t('code.intro')}
      takesFocus={true}
      labels={{ reference: t('reference'), accessCode: t('code.code') }}
      submit={form.isBusy ? t('code.opening') : t('code.open')}
      after={
        <>
          <LiveRegion as="div">
            {codeRequest ? (
              <p className={`message message-${codeRequest.tone}`}>
                <Icon name={codeRequest.tone} />
                {codeRequest.text}
              </p>
            ) : null}
          </LiveRegion>
          <p className="public-aside">
            <button type="button" className="button-link" onClick={requestCode}>
              {t('lost.button')}
            </button>
            <button type="button" className="button-link" onClick={() => views.reset()}>
              {t('code.search')}
            </button>
          </p>
        </>
      }
    >
      <Field
        name="reference"
        label={t('reference')}
        hint={t('code.referenceHint')}
        value={reference}
        onChange={setReference}
        message={form.messages.reference}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        name="accessCode"
        label={t('code.code')}
        hint={t('code.hint', { example: exampleAccessCode })}
        value={code}
        onChange={setCode}
        message={form.messages.accessCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </PublicForm>
  )
}
