import { useText } from '../i18n.ts'
import { useUniversity } from './university.ts'

/** A sentence that sends to the university's website: its words stay as they are, and lead there where the address is known. */
export function WebsiteText({ children }: { children: string }) {
  const t = useText('public')
  const website = useUniversity()?.website
  const words = t('footer.websiteWords')
  const [before, after] = children.split(words)
  if (!website || after === undefined) return children
  return (
    <>
      {before}
      <a href={website}>{words}</a>
      {after}
    </>
  )
}
