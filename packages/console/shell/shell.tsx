import { jobsPath } from '@matricola/schema/paths.ts'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSession } from '../app/console-context.ts'
import { lazyOverlay } from '../app/lazy-overlay.tsx'
import { useMenuRefresh } from '../app/menu-data.ts'
import { PageSkeleton } from '../app/page-skeleton.tsx'
import { usePermission } from '../app/use-permission.ts'
import { useUser } from '../app/user-context.ts'
import { loadNamespaces } from '../i18n.ts'
import { overlayContainerId } from '../kit/overlay-container.ts'
import { narrowScreen, useMedia } from '../media.ts'
import { JobHost } from '../pages/jobs/job-host.tsx'
import { OpenShortcutsContext } from '../shortcuts/open-shortcuts.ts'
import { useShellShortcuts } from '../shortcuts/use-shell-shortcuts.ts'
import { useMenuState } from './menu-state.ts'
import { SideMenu } from './side-menu.tsx'
import { barTitleId, TopBar } from './top-bar.tsx'
import './shell.css'

const Palette = lazyOverlay(async () => (await import('../screens/palette/palette.tsx')).Palette)
const ShortcutsDialog = lazyOverlay(
  async () => (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
)
/** Few pages have alarms. */
const Alarms = lazy(async () => {
  const [{ Alarms: Loaded }] = await Promise.all([import('./alarms.tsx'), loadNamespaces('alarms')])
  return { default: Loaded }
})
const MenuDrawer = lazyOverlay(async () => (await import('./menu-drawer.tsx')).MenuDrawer)

/** The frame around every page of an area. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const isNarrow = useMedia(narrowScreen)
  const [isCollapsed, setCollapsed] = useMenuState()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const { role } = useUser()
  const alarms = useSession().user?.alarms
  const can = usePermission()
  const [isShortcutsOpen, setShortcutsOpen] = useState(false)
  const openShortcuts = useCallback(() => setShortcutsOpen(true), [])
  useShellShortcuts({ openPalette: () => setPaletteOpen(true), openShortcuts })
  const main = useFocusOnNewPage()
  useMenuRefresh()

  return (
    <div className="shell" data-menu={isNarrow ? 'drawer' : isCollapsed ? 'collapsed' : 'expanded'}>
      <a className="skip-link" href="#main">
        {t('bar.skip')}
      </a>
      {isNarrow ? (
        isDrawerOpen && <MenuDrawer onClose={() => setDrawerOpen(false)} />
      ) : (
        <nav className="menu" aria-label={t('menu.label')}>
          <SideMenu isCollapsed={isCollapsed} onCollapse={setCollapsed} />
        </nav>
      )}
      <div className="shell-page">
        <TopBar
          onSearch={() => setPaletteOpen(true)}
          onMenu={isNarrow ? () => setDrawerOpen(true) : undefined}
        />
        {alarms && (
          <Suspense fallback={t('loading')}>
            <Alarms alarms={alarms} />
          </Suspense>
        )}
        <main id="main" ref={main} tabIndex={-1} aria-labelledby={barTitleId}>
          <OpenShortcutsContext value={openShortcuts}>
            <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
          </OpenShortcutsContext>
        </main>
      </div>
      <section id={overlayContainerId} aria-label={t('overlays')} />
      {can.visit(jobsPath(role)) && <JobHost />}
      {isShortcutsOpen && <ShortcutsDialog onClose={() => setShortcutsOpen(false)} />}
      {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
    </div>
  )
}

/**
 * When another page opens, scrolls to its top and moves focus into it, unless the page has taken
 * focus itself. Focus goes to the heading once it is rendered, so that screen readers announce the
 * page. If the heading is in the bar, the main element keeps focus; it is labelled by that heading.
 */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    const page = main.current
    if (last.current === pathname || !page) return
    last.current = pathname
    window.scrollTo(0, 0)
    if (page.contains(document.activeElement)) return
    page.focus({ preventScroll: true })
    const toHeading = () => {
      const heading = page.querySelector<HTMLElement>('h1')
      if (!heading) return
      headingObserver.disconnect()
      if (document.activeElement !== page) return
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const headingObserver = new MutationObserver(toHeading)
    headingObserver.observe(page, { childList: true, subtree: true })
    toHeading()
    return () => headingObserver.disconnect()
  }, [pathname])
  return main
}
