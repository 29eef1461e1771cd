import '@matricola/console/public/public.css'
import '../status.css'
import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { countryName } from '@matricola/console/countries.ts'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { useSubmit } from '@matricola/console/public/use-submit.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { type ReactNode, useState } from 'react'
import { contactEndpoints as calls } from '#resources/admission/contact-endpoints.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { makeCall, withIdempotencyKey } from '../../../http.ts'
import { ErrorBox } from '../../error-box.tsx'
import { isSessionEnded } from '../applicant-calls.ts'
import { ValueInput } from '../value-input.tsx'
import type { ContactProps } from './contact-props.ts'

/** The email address, the phone number and the postal address, which applicants change themselves. */
export function ContactDetails(props: ContactProps) {
  const t = useText('contact')
  const language = useLanguage()
  const { contact, values } = props.application
  if (contact.canChange)
    return (
      <>
        <EmailForm {...props} />
        <AddressForm {...props} />
      </>
    )
  return (
    <>
      <dl className="status-facts">
        {(['personalEmail', ...addressFields] as const).map((name) => (
          <div key={name}>
            <dt>{t(`apply:fields.${name}.label`)}</dt>
            <dd>{name === 'country' ? countryName(values[name] ?? '', language) : values[name]}</dd>
          </div>
        ))}
      </dl>
      <p>{t('closed')}</p>
    </>
  )
}

interface ContactFormProps extends ContactProps {
  readonly names: readonly string[]
  readonly initial: Readonly<Record<string, string>>
  readonly send: (
    values: Readonly<Record<string, string>>,
  ) => Promise<{ readonly data: WireApplication; readonly message: string }>
  readonly submit: (values: Readonly<Record<string, string>>) => string
  readonly children?: ReactNode
}

/** A form that says below its button what the server did. What was typed stays after a failure. */
function ContactForm({
  views,
  application: { reference },
  names,
  initial,
  send,
  submit,
  children,
}: ContactFormProps) {
  const t = useText('contact')
  const tStatus = useText('status')
  const [values, setValues] = useState(initial)
  const [notice, setNotice] = useState('')
  const form = useSubmit({
    fields: values,
    send,
    done({ data, message }) {
      setNotice(message)
      views.replace({ name: 'application', application: data })
    },
    failed(error) {
      const { message } = error
      if (!isSessionEnded(error)) return message
      views.reset({ name: 'code', reference, notice: tStatus('code.ended') })
      return null
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      {children}
      {names.map((name) => (
        <ValueInput
          key={name}
          field={name}
          label={t(`apply:fields.${name}.label`)}
          hint={undefined}
          value={values[name] ?? ''}
          message={form.messages[name]}
          department={null}
          onChange={(value) => {
            setNotice('')
            setValues((current) => ({ ...current, [name]: value }))
          }}
        />
      ))}
      {form.failure === null ? null : (
        <ErrorBox key={form.attempt} title={t('failed')}>
          {form.failure}
        </ErrorBox>
      )}
      <button type="submit" className="button" aria-disabled={form.isBusy}>
        {form.isBusy ? t('saving') : submit(values)}
      </button>
      <LiveRegion>{form.failure === null ? notice : ''}</LiveRegion>
    </form>
  )
}

function EmailForm(props: ContactProps) {
  const t = useText('contact')
  const language = useLanguage()
  const { contact, values } = props.application
  const { emailState, newEmail, newEmailUntil } = contact
  const current = values.personalEmail ?? ''
  const isPending = newEmail !== null && newEmailUntil !== null
  return (
    <ContactForm
      {...props}
      names={['personalEmail']}
      initial={{ personalEmail: current }}
      send={({ personalEmail = '' }) => sendEmail(personalEmail)}
      submit={({ personalEmail }) =>
        t(emailState === 'unverified' && personalEmail === current ? 'sendAgain' : 'sendLink')
      }
    >
      <p>{t(`states.${emailState}`, { address: current })}</p>
      {isPending ? (
        <p>
          {t('pending', {
            address: newEmail,
            date: t('public:moment', { date: formatLongInstant(newEmailUntil, language) }),
          })}
        </p>
      ) : null}
    </ContactForm>
  )
}

const addressFields = ['phone', 'country', 'city', 'address', 'postalCode'] as const

function AddressForm(props: ContactProps) {
  const t = useText('contact')
  const { values } = props.application
  return (
    <ContactForm
      {...props}
      names={addressFields}
      initial={Object.fromEntries(addressFields.map((name) => [name, values[name] ?? '']))}
      send={sendContact}
      submit={() => t('save')}
    />
  )
}

const sendEmail = (personalEmail: string) => {
  const input = { personalEmail }
  return withIdempotencyKey([calls.changeEmail.path, input], (headers) =>
    makeCall<typeof admissionCalls.changeEmail>(calls.changeEmail, { input, headers }),
  )
}

const sendContact = (values: Readonly<Record<string, string>>) => {
  const { phone = '', country = '', city = '', address = '', postalCode = '' } = values
  const input = { phone, country, city, address, postalCode }
  return withIdempotencyKey([calls.changeContact.path, input], (headers) =>
    makeCall<typeof admissionCalls.changeContact>(calls.changeContact, { input, headers }),
  )
}
