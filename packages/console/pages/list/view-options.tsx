import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { Popup } from '../../kit/popup.tsx'
import { showToast } from '../../toasts/toast-store.ts'
import { LazyViewForm } from './lazy-view-form.ts'
import { type SavedView, useViewMutations } from './saved-views.ts'

interface ViewOptionsProps {
  readonly view: SavedView
  /** URL of the whole list, shown after the view is deleted. */
  readonly listPath: string
  readonly onRemoved: () => void
}

/** Renames, shares or deletes one of the user's own views. Deleting can be undone. */
export function ViewOptions({ view, listPath, onRemoved }: ViewOptionsProps) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { update } = useViewMutations()
  const showError = (error: unknown) =>
    showToast({
      severity: 'error',
      summary: error instanceof Error ? error.message : String(error),
    })
  const remove = async () => {
    const removed = await update(view, { isActive: false })
    onRemoved()
    navigate(listPath)
    const run = () => void update(removed, { isActive: true }).catch(showError)
    showToast({
      severity: 'success',
      summary: t('list.saved.removed', { name: view.name }),
      action: { label: t('list.saved.undo'), run },
    })
  }
  return (
    <Popup
      className="button-icon"
      label={t('list.saved.options', { name: view.name })}
      button={<Icon name="more" />}
      panelLabel={t('list.saved.options', { name: view.name })}
      panelClassName="view-panel"
    >
      {(close) => (
        <LazyViewForm
          name={view.name}
          isShared={view.isShared}
          action={t('list.saved.rename')}
          onSave={async (patch) => {
            const { message } = await update(view, patch)
            close()
            showToast({ severity: 'success', summary: message })
          }}
        >
          <Button
            kind="destructive"
            onClick={() => {
              close()
              void remove().catch(showError)
            }}
          >
            {t('list.saved.remove')}
          </Button>
        </LazyViewForm>
      )}
    </Popup>
  )
}
