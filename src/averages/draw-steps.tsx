import { useTranslation } from 'react-i18next'
import { drawCommand } from '#resources/admission/ranking.ts'

/**
 * How anyone can repeat the draw with tools that most computers have. `example` is a reference number
 * that took part in it.
 */
export function DrawSteps({ example }: { readonly example: string }) {
  const { t } = useTranslation('averages')
  return (
    <details>
      <summary>{t('repeat.title')}</summary>
      <ol>
        <li>{t('repeat.number')}</li>
        <li>
          {t('repeat.command')} <code>{drawCommand(example)}</code>
        </li>
        <li>{t('repeat.order')}</li>
      </ol>
    </details>
  )
}
