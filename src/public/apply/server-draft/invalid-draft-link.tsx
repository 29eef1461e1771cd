import { useText } from '@matricola/console/i18n.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { DraftAlternatives } from './draft-alternatives.tsx'

/** Shown for a URL that belongs to no saved application. */
export function InvalidDraftLink({ title }: { title: string }) {
  const t = useText('apply')
  return (
    <PublicFrame title={title}>
      <h1>{title}</h1>
      <p>{t('later.resume.noLink')}</p>
      <DraftAlternatives />
    </PublicFrame>
  )
}
