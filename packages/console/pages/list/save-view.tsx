import type { AnyResource } from '@matricola/schema/resource.ts'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { Popup } from '../../kit/popup.tsx'
import { showToast } from '../../toasts/toast-store.ts'
import { LazyViewForm } from './lazy-view-form.ts'
import {
  type SavedView,
  savedViewAddress,
  useViewMutations,
  type ViewContent,
} from './saved-views.ts'
import { toPageParams } from './use-list-query.ts'

interface SaveViewProps {
  readonly resource: AnyResource
  readonly visibleContent: ViewContent
  readonly current: SavedView | undefined
  readonly onSaved: (id: string) => void
}

/**
 * Saves the state of the list, as a change of the current view if it belongs to the user, or as a
 * new view.
 */
export function SaveView({ resource, visibleContent, current, onSaved }: SaveViewProps) {
  const { t } = useTranslation('shell')
  const [, setParams] = useSearchParams()
  const { create, update } = useViewMutations()
  const content = {
    address: savedViewAddress(visibleContent, resource),
    columns: visibleContent.columns.join(),
  }
  /** Switches the URL to the saved view; the list does not change. */
  const showSavedView = (id: string, message: string) => {
    const params = toPageParams(visibleContent.query, resource)
    params.set('saved', id)
    setParams(params, { replace: true })
    onSaved(id)
    showToast({ severity: 'success', summary: message })
  }
  return (
    <Popup
      className="button"
      triggerKey="save-view"
      button={
        <>
          <Icon name="plus" />
          {t('list.saved.save')}
        </>
      }
      panelLabel={t('list.saved.save')}
      panelClassName="view-panel"
    >
      {(close) => (
        <>
          {current?.isOwn && (
            <Button
              className="view-update"
              onClick={async () => {
                close()
                try {
                  const { id, message } = await update(current, content)
                  showSavedView(id, message)
                } catch (error) {
                  showToast({
                    severity: 'error',
                    summary: error instanceof Error ? error.message : String(error),
                  })
                }
              }}
            >
              {t('list.saved.update', { name: current.name })}
            </Button>
          )}
          <LazyViewForm
            name=""
            isShared={false}
            action={t(current?.isOwn ? 'list.saved.saveNew' : 'list.saved.save')}
            onSave={async (view) => {
              const { id, message } = await create({ list: resource.name, ...content, ...view })
              close()
              showSavedView(id, message)
            }}
          />
        </>
      )}
    </Popup>
  )
}
