import i18next from 'i18next'
import type { WireDepartment } from '#model/admission/front-door.ts'
import { phoneInGroups } from '#model/values/phone.ts'
import { languages } from '#model/vocabulary.ts'
import { Own } from '../own.tsx'
import { useIntake } from '../university.ts'
import { useText } from './texts.ts'

/** Contact details of the admission office. */
export function OfficeContact() {
  const t = useText('admission')
  const { intake } = useIntake()
  if (!intake) return null
  const { admissionPhone: phone, admissionEmail: email, officeHours: hours, website } = intake
  return (
    <section className="door-contact" aria-labelledby="office">
      <h2 id="office">{t('office')}</h2>
      {phone || email || hours || website ? <Facts phone={phone} email={email} hours={hours} website={website} /> : <p>{t('noContact')}</p>}
    </section>
  )
}

/** The department that teaches a programme, with its contact details. */
export function DepartmentContact({ department }: { department: WireDepartment }) {
  const t = useText('resources')
  const { name, description, phone, email, office, officeHours } = department
  return (
    <section className="door-contact" aria-labelledby="department">
      <h2 id="department">
        {t('departments.one')} <Own>{name}</Own>
      </h2>
      {description ? (
        <p className="door-lines">
          <Own>{description}</Own>
        </p>
      ) : null}
      <Facts phone={phone} email={email} office={office} hours={officeHours} />
    </section>
  )
}

interface Reach {
  readonly phone: string | null
  readonly email: string | null
  readonly office?: string | null
  readonly hours: string | null
  readonly website?: string | null
}

function Facts({ phone, email, office, hours, website }: Reach) {
  const t = useText('resources')
  const labelOf = (field: string) => t(`departments.fields.${field}`)
  const facts = [
    { label: labelOf('phone'), value: phone && <a href={`tel:${phone}`}>{phoneInGroups(phone)}</a> },
    { label: labelOf('email'), value: email && <MailLink address={email} /> },
    { label: labelOf('office'), value: office && <Own>{office}</Own> },
    { label: labelOf('officeHours'), value: hours && <Hours>{hours}</Hours> },
    { label: t('settings.fields.website'), value: website && <a href={website}>{website.replace(/^https?:\/\/|\/$/gi, '')}</a> },
  ]
  const known = facts.filter(({ value }) => value)
  if (known.length === 0) return null
  return (
    <dl className="facts">
      {known.map(({ label, value }) => (
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
  const [name, place] = address.split(/(?<=@)/)
  return (
    <a href={`mailto:${address}`}>
      {name}
      <wbr />
      {place}
    </a>
  )
}

/** Standard office hours are translated. Others are shown as the university wrote them. */
function Hours({ children }: { children: string }) {
  const t = useText('public')
  const isUsual = languages.some((language) => i18next.getFixedT(language)('public:footer.hours') === children)
  return isUsual ? t('footer.hours') : <Own>{children}</Own>
}
