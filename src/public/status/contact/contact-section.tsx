import { loadNamespaces, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import type { WireApplication } from '#resources/admission/wire.ts'
import { LaterSection } from '../later-section.tsx'
import type { ContactProps } from './contact-props.ts'

async function loadContactDetails() {
  const [{ ContactDetails }] = await Promise.all([
    import('./contact-details.tsx'),
    loadNamespaces('contact'),
  ])
  return ContactDetails
}

const dayMs = 86_400_000

/** Applicants have a day to open the link before the page reminds them. */
const isReminded = ({ contact, submittedAt }: WireApplication) =>
  contact.emailState === 'disputed' ||
  (contact.emailState === 'unverified' && Date.now() > Date.parse(submittedAt) + dayMs)

/** Says that the email address is not verified, or that its change is disputed. */
export function EmailWarning({ application }: Pick<ContactProps, 'application'>) {
  const t = useText('status')
  if (!isReminded(application)) return null
  const { contact, values } = application
  return (
    <p className="message message-warn">
      <Icon name="warning" />
      <span>{t(`contact.${contact.emailState}`, { address: values.personalEmail ?? '' })}</span>
    </p>
  )
}

/** Open at first if the email address needs the applicant. */
export function ContactSection(props: ContactProps) {
  const t = useText('status')
  const { contact } = props.application
  return (
    <LaterSection
      title={t('contact.title')}
      isOpenAtFirst={contact.canChange && isReminded(props.application)}
      load={loadContactDetails}
      failed={t('contact.loadFailed')}
      props={props}
    />
  )
}
