import { usePerson } from '#src/console/person.ts'
import { useSingleKeys } from '#src/console/single-keys.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { Dialog } from '#src/pages/form/dialog.tsx'
import type { Command } from './use-review-keys.ts'

/** Sends what is written. */
const sending = 'Ctrl ↵'

interface KeySheetProps {
  readonly commands: readonly Command[]
  readonly onClose: () => void
}

/** What the keys do here, and the switch that turns single keys off. */
export function KeySheet({ commands, onClose }: KeySheetProps) {
  const { t } = usePageText()
  const { id } = usePerson()
  const [isOn, setOn] = useSingleKeys(id)
  const lines = new Map<string, string[]>()
  for (const { key, what } of commands) lines.set(what, [...(lines.get(what) ?? []), key])
  return (
    <Dialog
      title={t('review.help.title')}
      onClose={onClose}
      footer={
        <button type="button" className="button" onClick={onClose}>
          {t('form.close')}
        </button>
      }
    >
      <label className="option">
        <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
        {t('review.help.singleKeys')}
      </label>
      <dl className="review-keys">
        {[...lines].map(([what, keys]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`review.keys.${what}`)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd className="key">{sending}</kbd>
          </dt>
          <dd>{t('review.keys.send')}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
