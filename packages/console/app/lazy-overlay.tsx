import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePageText } from '../fields/page-text.ts'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { typeIntoFocused } from '../kit/overlay-focus.ts'
import { navigation } from '../navigation.ts'
import { showToast } from '../toasts/toast-store.ts'

/** The ways in which an overlay can close. */
type ClosingProps =
  | { readonly onClose: () => void }
  | { readonly onAnswer: (isGiven: boolean) => void }

/** Time after which an overlay that is still loading gives the keys back to the page. */
const maxLoadingMs = 10_000

/**
 * An overlay whose code is loaded when it is first opened. From then on it receives all keys:
 * shortcuts of the page do not run, and text typed while loading goes into the overlay's first
 * input. Escape and Cancel close it. If loading fails or takes too long, a message says so and the
 * page stays as it is.
 */
export function lazyOverlay<P extends ClosingProps>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P & { readonly children?: ReactNode }> {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<ComponentType<P>> | null = null
  const loadComponent = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        // The next opening tries again.
        loading = null
        throw error
      },
    )
    return loading
  }

  /** `children` are shown while the overlay is loading. */
  return function LazyOverlay({ children, ...rest }: P & { readonly children?: ReactNode }) {
    const props = rest as unknown as P // without `children`
    const { t } = usePageText()
    const [Part, setPart] = useState(() => loaded)
    const typed = useRef('')
    const close = useRef(() => {})
    close.current = () => ('onClose' in props ? props.onClose() : props.onAnswer(false))
    const failed = useRef(() => {})
    failed.current = () =>
      showToast({
        severity: 'error',
        summary: t('shell:notOpened'),
        action: { label: t('state.retry'), run: () => navigation.reload() },
      })
    useEffect(() => {
      if (Part) return typeIntoFocused(typed.current)
      let hasEnded = false
      const fail = () => {
        if (hasEnded) return
        hasEnded = true
        failed.current()
        close.current()
      }
      const timer = setTimeout(fail, maxLoadingMs)
      loadComponent().then(
        // Synchronously, so that no key is lost between the end of waiting and the insertion of the
        // kept text.
        (component) => hasEnded || flushSync(() => setPart(() => component)),
        fail,
      )
      return () => {
        hasEnded = true
        clearTimeout(timer)
      }
    }, [Part])
    if (Part) return <Part {...props} />
    return (
      <>
        {children}
        <LoadingOverlay
          label={t('shell:loading')}
          cancel={t('shell:cancel')}
          onCancel={() => close.current()}
          onEnd={(text) => {
            typed.current = text
          }}
        />
      </>
    )
  }
}
