import { useText } from '@matricola/console/i18n.ts'
import { Fragment } from 'react'
import type { TranslatedName } from '#resources/admission/translated-name.ts'
import { TranslatedNameText } from '../../university-language.tsx'

/** Names the chosen programmes that require a question or document. */
export function RequiredBy({
  programmes,
}: {
  programmes: readonly (TranslatedName & { readonly id: string })[]
}) {
  const t = useText('apply')
  return (
    <>
      {t('choices.requiredBy')}{' '}
      {programmes.map((programme, index) => (
        <Fragment key={programme.id}>
          {index > 0 ? ', ' : null}
          <TranslatedNameText of={programme} />
        </Fragment>
      ))}
    </>
  )
}
