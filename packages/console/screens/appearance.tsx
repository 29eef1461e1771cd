import { ownLanguageName } from '@matricola/schema/languages.ts'
import { useId } from 'react'
import { useRegistry } from '../app/console-context.ts'
import { usePageText } from '../fields/page-text.ts'
import { changeLanguage } from '../i18n.ts'
import { Radio } from '../kit/checks.tsx'
import { themes } from '../theme/stored-theme.ts'
import { setTheme, useTheme } from '../theme/theme.ts'

/** Theme and language of this browser. Changes apply immediately. */
export function Appearance() {
  const { t, language } = usePageText()
  const { languages } = useRegistry()
  const theme = useTheme()
  const id = useId()
  return (
    <section
      id="appearance"
      tabIndex={-1}
      className="form-section panel"
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`} className="section-title">
        {t('appearance.title')}
      </h2>
      <p className="caption">{t('appearance.personal')}</p>
      <div className="form-field">
        <p className="field-label" id={`${id}-theme`}>
          {t('appearance.theme')}
        </p>
        <div className="options" role="radiogroup" aria-labelledby={`${id}-theme`}>
          {themes.map((name) => (
            <Radio
              key={name}
              name={`${id}-theme`}
              checked={theme === name}
              onChange={() => setTheme(name)}
            >
              {t(`appearance.${name}`)}
            </Radio>
          ))}
        </div>
      </div>
      <div className="form-field">
        <p className="field-label" id={`${id}-language`}>
          {t('appearance.language')}
        </p>
        <div className="options" role="radiogroup" aria-labelledby={`${id}-language`}>
          {languages.map((name) => (
            <Radio
              key={name}
              name={`${id}-language`}
              checked={language === name}
              onChange={() => void changeLanguage(name)}
            >
              <span lang={name}>{ownLanguageName(name)}</span>
            </Radio>
          ))}
        </div>
      </div>
    </section>
  )
}
