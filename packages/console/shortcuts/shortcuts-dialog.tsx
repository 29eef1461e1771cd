import { useTranslation } from 'react-i18next'
import { useUser } from '../app/user-context.ts'
import { Dialog } from '../kit/dialog.tsx'
import { usePagesWithLetter } from './go-to-shortcuts.ts'
import { useSingleKeyShortcuts } from './single-key-shortcuts.ts'
import './shortcuts-dialog.css'
import { Button } from '../kit/button.tsx'
import { Checkbox } from '../kit/checks.tsx'
import { type Shortcut, type ShortcutGroup, useShortcutGroups } from './page-shortcuts.ts'

/**
 * Lists all keyboard shortcuts of the current page and of the console, with a switch for single-key
 * shortcuts.
 */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['shell', 'resources'])
  const { id } = useUser()
  const pagesWithLetter = usePagesWithLetter()
  const [isOn, setOn] = useSingleKeyShortcuts(id)
  const pageGroups = useShortcutGroups()
  const globalShortcuts: Shortcut[] = [
    { keyLabels: ['Ctrl K'], description: t('shell:keys.palette') },
    { keyLabels: ['/'], description: t('shell:keys.search') },
    { keyLabels: ['?'], description: t('shell:keys.sheet') },
    { keyLabels: ['F6'], description: t('shell:keys.toasts') },
    { keyLabels: ['Esc'], description: t('shell:keys.close') },
    ...pagesWithLetter.map(({ letter, page }) => ({
      keyLabels: ['G', letter.toUpperCase()],
      description: t('shell:keys.goTo', { place: t(page.label) }),
    })),
  ]
  const groups: ShortcutGroup[] = [
    ...pageGroups,
    { title: t('shell:keys.everywhere'), keys: globalShortcuts },
  ]
  return (
    <Dialog
      isWide
      title={t('shell:keys.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('shell:close')}</Button>}
    >
      <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)}>
        {t('shell:keys.single')}
      </Checkbox>
      <div className="shortcut-groups">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ keyLabels, description }) => (
                <div key={description}>
                  <dt>
                    {keyLabels.map((key) => (
                      <kbd key={key} className="keycap">
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{description}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
