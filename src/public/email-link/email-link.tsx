import { useText } from '@matricola/console/i18n.ts'
import { PublicForm } from '@matricola/console/public/public-form.tsx'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { useSubmit } from '@matricola/console/public/use-submit.ts'
import { useState, useSyncExternalStore } from 'react'
import { contactEndpoints as calls } from '#resources/admission/contact-endpoints.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { type EmailLinkKind, statusPath } from '#resources/paths.ts'
import { makeCall } from '../../http.ts'
import { ValueInput } from '../status/value-input.tsx'
import { takeFocus } from '../take-focus.ts'
import '../status/status.css'

/** `/registration/email#<kind>=<token>`: a link in an email about an address. */
export function EmailLinkPage() {
  const hash = useSyncExternalStore(subscribeToHash, () => window.location.hash)
  // Another link opened in this tab starts over.
  return <EmailLink key={hash} hash={hash} />
}

function subscribeToHash(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

const kinds: readonly EmailLinkKind[] = ['first', 'change', 'stop']

function EmailLink({ hash }: { hash: string }) {
  const t = useText('emailLink')
  const fragment = new URLSearchParams(hash.slice(1))
  const kind = kinds.find((one) => fragment.has(one))
  const [outcome, setOutcome] = useState<string | null>(null)
  if (!kind) return <Outcome title={t('incomplete.title')} text={t('incomplete.text')} />
  if (outcome !== null) return <Outcome title={t(`${outcome}.title`)} text={t(`${outcome}.text`)} />
  return <LinkForm kind={kind} token={fragment.get(kind) ?? ''} onDone={setOutcome} />
}

/**
 * Uses the link only on a click, because programs that open links in emails must not use it. The
 * first address of an application also needs the birth date.
 */
function LinkForm({
  kind,
  token,
  onDone,
}: {
  kind: EmailLinkKind
  token: string
  onDone: (outcome: string) => void
}) {
  const t = useText('emailLink')
  const [birthDate, setBirthDate] = useState('')
  const needsBirthDate = kind === 'first'
  const form = useSubmit({
    fields: needsBirthDate ? { birthDate: isoDate(birthDate) } : {},
    send: (fields) =>
      makeCall<typeof admissionCalls.openEmailLink>(calls.openEmailLink, {
        input: { token, ...fields },
      }),
    done: ({ data }) => onDone(data.outcome),
  })
  const label = t('apply:fields.birthDate.label')
  return (
    <PublicForm
      form={form}
      title={t(`${kind}.title`)}
      intro={t(`${kind}.intro`)}
      labels={{ birthDate: label }}
      submit={t(form.isBusy ? 'busy' : `${kind}.submit`)}
      remedy={form.error?.code === 'token.invalid' ? <p>{t(`${kind}.remedy`)}</p> : null}
    >
      {needsBirthDate ? (
        <ValueInput
          field="birthDate"
          label={label}
          hint={t('apply:fields.birthDate.hint')}
          value={birthDate}
          message={form.messages.birthDate}
          department={null}
          onChange={setBirthDate}
        />
      ) : null}
    </PublicForm>
  )
}

/** Pads the parts of a date as typed; empty if a part is missing. */
function isoDate(typed: string): string {
  const [year, month, day] = typed.split('-')
  return year && month && day
    ? `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : ''
}

function Outcome({ title, text }: { title: string; text: string }) {
  const t = useText('emailLink')
  return (
    <PublicFrame title={title}>
      <h1 tabIndex={-1} ref={takeFocus}>
        {title}
      </h1>
      <p>{text}</p>
      <p>
        <a className="button" href={statusPath}>
          {t('status')}
        </a>
      </p>
    </PublicFrame>
  )
}
