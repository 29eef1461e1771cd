import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../app/user-context.ts'
import { Checkbox } from '../../kit/checks.tsx'
import { useSingleKeyShortcuts } from '../../shortcuts/single-key-shortcuts.ts'

/**
 * Switches single-key shortcuts off for users of other input methods, such as speech (WCAG 2.1.4).
 */
export function Keyboard() {
  const { t } = useTranslation('shell')
  const { id: userId } = useUser()
  const [isOn, setOn] = useSingleKeyShortcuts(userId)
  const id = useId()
  return (
    <section className="form-section panel" aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {t('keys.title')}
      </h2>
      <p className="caption">{t('keys.about')}</p>
      <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)}>
        {t('keys.single')}
      </Checkbox>
    </section>
  )
}
