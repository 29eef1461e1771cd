import { useText } from '@matricola/console/i18n.ts'
import { useUniversity } from './public-config.ts'

/**
 * A sentence that mentions the university's website. The mention becomes a link if the address is
 * known.
 */
export function WebsiteText({ children }: { children: string }) {
  const t = useText('public')
  const website = useUniversity()?.website
  const linkText = t('footer.websiteWords')
  const [before, after] = children.split(linkText)
  if (!website || after === undefined) return children
  return (
    <>
      {before}
      <a href={website}>{linkText}</a>
      {after}
    </>
  )
}
