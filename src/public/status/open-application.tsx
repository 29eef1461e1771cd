import { useState } from 'react'
import { exampleAccessCode, tidyAccessCode } from '#model/admission/access-code.ts'
import { HttpError } from '#providers/http.ts'
import { useText } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { Status } from '../../spoken/status.tsx'
import { Field } from '../field.tsx'
import { PublicForm } from '../form.tsx'
import { useSubmit } from '../submit.ts'
import { openApplication, sendNewCode } from './applicant.ts'
import type { Views } from './views.ts'

/** Opens an application by reference number and access code. */
export function OpenApplication({ views, reference: given, notice }: { views: Views; reference: string; notice: string | null }) {
  const t = useText('status')
  const [reference, setReference] = useState(given)
  const [code, setCode] = useState('')
  const [lost, setLost] = useState<{ tone: 'success' | 'error'; words: string } | null>(null)
  const form = useSubmit({
    fields: { reference: reference.trim().toUpperCase(), accessCode: code.trim() },
    check: ({ accessCode }) => (tidyAccessCode(accessCode) ? {} : { accessCode: t('code.shape') }),
    send: ({ reference, accessCode }) => openApplication(reference, tidyAccessCode(accessCode) ?? accessCode),
    done: (application) => views.replace({ name: 'application', application }),
  })
  const loseCode = async () => {
    const wanted = reference.trim().toUpperCase()
    if (wanted === '') {
      setLost({ tone: 'error', words: t('lost.needsReference') })
      return document.getElementById('reference')?.focus()
    }
    try {
      await sendNewCode(wanted)
      setLost({ tone: 'success', words: t('lost.sent') })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setLost({ tone: 'error', words: error.message })
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
          <Status as="div">
            {lost ? (
              <p className={`message message-${lost.tone}`}>
                <Icon name={lost.tone} />
                {lost.words}
              </p>
            ) : null}
          </Status>
          <p className="public-aside">
            <button type="button" className="button-link" onClick={loseCode}>
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
