import { formatPhone } from '@matricola/schema/values/phone.ts'
import i18next from 'i18next'
import type { WireDepartment } from '#resources/admission/admission-overview.ts'
import { languages } from '#resources/languages.ts'
import { usePublicConfig } from '../public-config.ts'
import { InUniversityLanguage } from '../university-language.tsx'
import { usePlainText } from './use-plain-text.ts'

/** Contact details of the admission office. */
export function OfficeContact() {
  const t = usePlainText('admission')
  const { publicConfig } = usePublicConfig()
  if (!publicConfig) return null
  const { admissionPhone: phone, admissionEmail: email, officeHours: hours, website } = publicConfig
  return (
    <section className="admission-contact" aria-labelledby="office">
      <h2 id="office">{t('office')}</h2>
      {phone || email || hours || website ? (
        <ContactFacts phone={phone} email={email} hours={hours} website={website} />
      ) : (
        <p>{t('noContact')}</p>
      )}
    </section>
  )
}

/** The department that teaches a programme, with its contact details. */
export function DepartmentContact({ department }: { department: WireDepartment }) {
  const t = usePlainText('resources')
  const { name, description, phone, email, office, officeHours } = department
  return (
    <section className="admission-contact" aria-labelledby="department">
      <h2 id="department">
        {t('departments.one')} <InUniversityLanguage>{name}</InUniversityLanguage>
      </h2>
      {description ? (
        <p className="admission-lines">
          <InUniversityLanguage>{description}</InUniversityLanguage>
        </p>
      ) : null}
      <ContactFacts phone={phone} email={email} office={office} hours={officeHours} />
    </section>
  )
}

interface ContactFactsProps {
  readonly phone: string | null
  readonly email: string | null
  readonly office?: string | null
  readonly hours: string | null
  readonly website?: string | null
}

function ContactFacts({ phone, email, office, hours, website }: ContactFactsProps) {
  const t = usePlainText('resources')
  const labelOf = (field: string) => t(`departments.fields.${field}`)
  const facts = [
    { label: labelOf('phone'), value: phone && <a href={`tel:${phone}`}>{formatPhone(phone)}</a> },
    { label: labelOf('email'), value: email && <MailLink address={email} /> },
    {
      label: labelOf('office'),
      value: office && <InUniversityLanguage>{office}</InUniversityLanguage>,
    },
    { label: labelOf('officeHours'), value: hours && <Hours>{hours}</Hours> },
    {
      label: t('settings.fields.website'),
      value: website && <a href={website}>{website.replace(/^https?:\/\/|\/$/gi, '')}</a>,
    },
  ]
  const knownFacts = facts.filter(({ value }) => value)
  if (knownFacts.length === 0) return null
  return (
    <dl className="facts">
      {knownFacts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** An address that does not fit on one line breaks after the `@`. */
function MailLink({ address }: { address: string }) {
  const [name, domain] = address.split(/(?<=@)/)
  return (
    <a href={`mailto:${address}`}>
      {name}
      <wbr />
      {domain}
    </a>
  )
}

/** Standard office hours are translated. Others are shown as the university wrote them. */
function Hours({ children }: { children: string }) {
  const t = usePlainText('public')
  const isDefaultHours = languages.some(
    (language) => i18next.getFixedT(language)('public:footer.hours') === children,
  )
  return isDefaultHours ? (
    t('footer.hours')
  ) : (
    <InUniversityLanguage>{children}</InUniversityLanguage>
  )
}
