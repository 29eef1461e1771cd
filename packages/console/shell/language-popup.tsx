import { ownLanguageName } from '@matricola/schema/languages.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { useTranslation } from 'react-i18next'
import { useRegistry } from '../app/console-context.ts'
import { changeLanguage, useLanguage } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { Popup } from '../kit/popup.tsx'

/**
 * A button with the current language code that opens the list of languages. Switching is instant
 * and keeps unsaved input.
 */
export function LanguagePopup() {
  const { t } = useTranslation('shell')
  const registry = useRegistry()
  const current = useLanguage()
  const code = current.toUpperCase()
  return (
    <Popup
      className="button-icon top-bar-language"
      label={`${code} — ${t('bar.language')}`}
      title={t('bar.language')}
      button={code}
      panelLabel={t('bar.language')}
    >
      {(close) => (
        <ul className="bare-list popup-list">
          {registry.languages.map((language) => (
            <li key={language}>
              <LanguageChoice
                language={language}
                isCurrent={language === current}
                onChoose={() => {
                  void changeLanguage(language)
                  close()
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </Popup>
  )
}

function LanguageChoice({
  language,
  isCurrent,
  onChoose,
}: {
  language: Language
  isCurrent: boolean
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      className="popup-item"
      lang={language}
      aria-current={isCurrent}
      onClick={onChoose}
    >
      <span className="popup-mark">{isCurrent && <Icon name="check" />}</span>
      {ownLanguageName(language)}
    </button>
  )
}
