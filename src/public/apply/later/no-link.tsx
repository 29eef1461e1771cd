import { useText } from '../../../i18n.ts'
import { PublicFrame } from '../../frame.tsx'
import { OtherWays } from './other-ways.tsx'

/** For an address that names no saved application. */
export function NoLink({ title }: { title: string }) {
  const t = useText('apply')
  return (
    <PublicFrame title={title}>
      <h1>{title}</h1>
      <p>{t('later.resume.noLink')}</p>
      <OtherWays />
    </PublicFrame>
  )
}
