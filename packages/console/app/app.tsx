import { areaResources, pageTypes } from '@matricola/schema/areas.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import { Refine } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router'
import { Announcer } from '../announcements/announcer.tsx'
import { Crash } from '../crash.tsx'
import { AntdProvider } from '../kit/antd-provider.tsx'
import { LiveConnection } from '../live/connection.tsx'
import { Shell } from '../shell/shell.tsx'
import { useConsole, useProviders, useSession } from './console-context.ts'
import { LanguageSync } from './language-sync.ts'
import { NavigationProgress, type Router } from './navigation-progress.tsx'
import { PageFailed } from './page-failed.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { routerProvider } from './refine-router.ts'
import { areaRoutes, RequirePageAccess } from './router.tsx'
import { UserContext } from './user-context.ts'
import './console.css'

/** The console of a signed-in user. Each user gets a new one with its own query cache. */
export function App({ user }: { user: WireUser }) {
  const application = useConsole()
  const [router] = useState(() => {
    const appRouter: Router = createBrowserRouter([
      {
        element: <Frame user={user} router={() => appRouter} />,
        errorElement: <Crash />,
        children: [{ errorElement: <PageFailed />, children: areaRoutes(application, user.role) }],
      },
    ])
    return appRouter
  })
  return (
    <AntdProvider>
      <RouterProvider router={router} />
    </AntdProvider>
  )
}

/** Refine and the shell, inside the router. */
function Frame({ user, router }: { user: WireUser; router: () => Router }) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = user
  const { name, registry } = useConsole()
  const { data, auth, accessControl, notification, i18n } = useProviders()
  const access = useMemo(() => accessControl(role), [accessControl, role])
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true, staleTime: 0 } },
      }),
  )
  // Changes to the user's own account (name, picture) show immediately; id and role are fixed for
  // the session.
  const currentUser = useSession().user ?? user
  return (
    <UserContext value={currentUser}>
      <Refine
        key={user.id}
        dataProvider={data}
        authProvider={auth}
        accessControlProvider={access}
        notificationProvider={notification}
        i18nProvider={i18n}
        routerProvider={routerProvider}
        resources={refineResources(registry, user, (key) => t(key))}
        options={{
          disableTelemetry: true,
          syncWithLocation: false,
          warnWhenUnsavedChanges: false,
          redirect: { afterCreate: false, afterClone: false, afterEdit: false },
          reactQuery: { clientConfig: queries },
          title: { text: name },
        }}
      >
        <LanguageSync />
        <LiveConnection />
        <NavigationProgress router={router()} />
        <Shell>
          <RequirePageAccess>
            <Outlet />
          </RequirePageAccess>
        </Shell>
        <PasswordPrompt />
        <Announcer />
      </Refine>
    </UserContext>
  )
}

/** Resources for which the role has pages, each at its path in the role's area. */
function refineResources(registry: Registry, { role }: WireUser, t: (key: string) => string) {
  return areaResources(registry, role).map((resource) => {
    const pages = pagePaths(resource, role)
    const kinds = pageTypes(resource, role)
    return {
      name: resource.name,
      ...Object.fromEntries(kinds.map((kind) => [kind, pages[kind]])),
      meta: { label: t(`resources:${resource.name}.many`) },
    }
  })
}
