import { useTranslation } from 'react-i18next'
import { useMenu } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { useSingleKeys } from '#src/console/single-keys.ts'
import { Dialog } from '#src/kit/dialog.tsx'
import { lettered } from './go-keys.ts'
import './key-sheet.css'
import { Button } from '#src/kit/button.tsx'
import { Checkbox } from '#src/kit/checks.tsx'
import { type KeyGroup, type PageKey, useKeyGroups } from './page-keys.ts'

/** Lists all keyboard shortcuts of the current page and of the console, with a switch for single-key shortcuts. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['shell', 'resources'])
  const { id } = usePerson()
  const menu = useMenu()
  const [isOn, setOn] = useSingleKeys(id)
  const ofPage = useKeyGroups()
  const everywhere: PageKey[] = [
    { shown: ['Ctrl K'], what: t('shell:keys.palette') },
    { shown: ['/'], what: t('shell:keys.search') },
    { shown: ['?'], what: t('shell:keys.sheet') },
    { shown: ['F6'], what: t('shell:keys.toasts') },
    { shown: ['Esc'], what: t('shell:keys.close') },
    ...lettered(menu).map(({ letter, place }) => ({
      shown: ['G', letter.toUpperCase()],
      what: t('shell:keys.goTo', { place: t(place.label) }),
    })),
  ]
  const groups: KeyGroup[] = [...ofPage, { title: t('shell:keys.everywhere'), keys: everywhere }]
  return (
    <Dialog isWide title={t('shell:keys.title')} onClose={onClose} footer={<Button onClick={onClose}>{t('shell:close')}</Button>}>
      <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)}>
        {t('shell:keys.single')}
      </Checkbox>
      <div className="key-groups">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ shown, what }) => (
                <div key={what}>
                  <dt>
                    {shown.map((key) => (
                      <kbd key={key} className="key">
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
