import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFailed } from './page-failed.tsx'

/**
 * Content of a popup whose code is loaded when the popup is first opened. The popup needs a width of
 * its own, since its position is computed before the content has loaded.
 */
export function lazyPanel<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Content: ComponentType<P> = lazy<ComponentType<P>>(() =>
    load().then(
      (content) => ({ default: content }),
      () => ({ default: PageFailed }),
    ),
  )
  return function LazyPanel(props: P) {
    const { t } = useTranslation('shell')
    return (
      <Suspense fallback={<p className="popup-empty">{t('loading')}</p>}>
        <Content {...props} />
      </Suspense>
    )
  }
}
