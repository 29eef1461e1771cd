import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { currentAddress } from '@matricola/console/public/address.ts'
import { Field } from '@matricola/console/public/field.tsx'
import { PublicForm } from '@matricola/console/public/public-form.tsx'
import { useSubmit } from '@matricola/console/public/use-submit.ts'
import { formatMoment, timeZone } from '@matricola/schema/values/dates.ts'
import { useEffect, useRef, useState } from 'react'
import { normalizeCertificateCode, type WireVerification } from '#resources/academic/certificate.ts'
import { certificateEndpoints } from '#resources/academic/certificate-endpoints.ts'
import type * as certificateCalls from '#resources/calls/certificates.ts'
import { verifyPath } from '#resources/paths.ts'
import { makeCall } from '../../http.ts'

/**
 * Verifies a certificate. The QR code on the document links to this page, with the code of the
 * certificate in the URL.
 */
export function Verify() {
  const t = useText('verify')
  const [enteredCode, setEnteredCode] = useState(codeFromUrl)
  const [answer, setAnswer] = useState<WireVerification | null>(null)
  const form = useSubmit({
    fields: { code: enteredCode.trim() },
    send: async ({ code }) => {
      setAnswer(null)
      // Text that is not a well-formed code is treated as an unknown code.
      if (normalizeCertificateCode(code) === null) return { state: 'unknown' } as const
      return (
        await makeCall<typeof certificateCalls.verify>(certificateEndpoints.verify, {
          params: { code },
        })
      ).data
    },
    done: setAnswer,
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || codeFromUrl() === '') return
    hasBegun.current = true
    form.start()
  })
  return (
    <PublicForm
      form={form}
      title={t('title')}
      intro={t('intro')}
      labels={{ code: t('code') }}
      submit={form.isBusy ? t('checking') : t('check')}
      after={<LiveRegion as="div">{answer && <VerificationResult answer={answer} />}</LiveRegion>}
    >
      <Field
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        value={enteredCode}
        onChange={(value) => {
          setEnteredCode(value)
          setAnswer(null)
        }}
        message={form.messages.code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </PublicForm>
  )
}

/** The code in the page's path, or an empty string. */
const codeFromUrl = () => {
  const [, code = ''] = currentAddress().path.split(`${verifyPath}/`)
  return /^[\w-]{1,40}$/.test(code) ? code : ''
}

const icons = { valid: 'check', revoked: 'cross', unknown: 'error' } as const

function VerificationResult({ answer }: { answer: WireVerification }) {
  const t = useText('verify')
  const language = useLanguage()
  const date = (instant: string) =>
    formatMoment(new Date(instant), language, { dateStyle: 'long', timeZone })
  return (
    <div className={`verify-result verify-${answer.state}`}>
      <h2>
        <Icon name={icons[answer.state]} />
        {t(`${answer.state}`)}
      </h2>
      <p>{t(`${answer.state}Hint`)}</p>
      {answer.state !== 'unknown' && (
        <dl>
          <dt>{t('code')}</dt>
          <dd>{answer.code}</dd>
          <dt>{t('kind')}</dt>
          <dd>{t(`${answer.kind}`)}</dd>
          <dt>{t('initials')}</dt>
          <dd>{answer.initials}</dd>
          <dt>{t('issuedAt')}</dt>
          <dd>{date(answer.issuedAt)}</dd>
        </dl>
      )}
    </div>
  )
}
