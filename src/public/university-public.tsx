/** The parts that the university passes to the public pages of the console package. */
import { useText } from '@matricola/console/i18n.ts'
import { Brand } from '@matricola/console/public/brand.tsx'
import type { PublicProps } from '@matricola/console/public/public-context.ts'
import { formatPhone } from '@matricola/schema/values/phone.ts'
import { languages } from '#resources/languages.ts'
import { verifyPath } from '#resources/paths.ts'
import { adminRole } from '#resources/roles.ts'
import { authProvider, http, session } from '../http.ts'
import { productName } from '../product-name.ts'
import { ApplicantLinks } from './applicant-links.tsx'
import { useUniversity } from './public-config.ts'
import { InUniversityLanguage } from './university-language.tsx'
import { WebsiteText } from './website-text.tsx'

export const universityPublic: PublicProps = {
  http,
  session,
  authProvider,
  languages,
  adminRole,
  useName: () => useUniversity()?.universityName || productName,
  Brand: UniversityBrand,
  Footer,
  SignInContent: ApplicantLinks,
}

function UniversityBrand() {
  const university = useUniversity()
  return (
    <Brand logo={university?.logo}>
      <InUniversityLanguage>{university?.universityName || productName}</InUniversityLanguage>
    </Brand>
  )
}

/** Contact details of the admission office, in the same place on every page. */
function Footer() {
  const t = useText('public')
  const {
    admissionPhone: phone,
    admissionEmail: email,
    website,
    officeHours,
    hasUsualHours,
  } = useUniversity() ?? {}
  return (
    <footer className="public-footer">
      <strong>{t('footer.office')}</strong>
      {phone || email || officeHours ? (
        <>
          {phone ? <a href={`tel:${phone}`}>{formatPhone(phone)}</a> : null}
          {email ? <a href={`mailto:${email}`}>{email}</a> : null}
          {hasUsualHours ? (
            <span>{t('footer.hours')}</span>
          ) : officeHours ? (
            <InUniversityLanguage>{officeHours}</InUniversityLanguage>
          ) : null}
          {website ? <a href={website}>{t('footer.website')}</a> : null}
        </>
      ) : (
        <span>
          <WebsiteText>{t('footer.fallback')}</WebsiteText>
        </span>
      )}
      <a href={verifyPath}>{t('footer.verify')}</a>
    </footer>
  )
}
