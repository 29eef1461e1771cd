/** The page components by type: generated ones, and those that replace them. */
import type { PageType } from '@matricola/schema/areas.ts'
import { type ComponentType, lazy } from 'react'
import { loadNamespaces } from '../i18n.ts'
import { ListPage } from '../pages/list/list-page.tsx'
import type { ConsoleScreens, PageProps, ScreenComponent } from '../screens/page-props.ts'

const generatedPages: { readonly [K in PageType]: ComponentType<PageProps> } = {
  list: ListPage,
  show: lazy(async () => ({ default: (await import('../pages/show/show-page.tsx')).ShowPage })),
  create: lazy(async () => ({
    default: (await import('../pages/create/create-page.tsx')).CreatePage,
  })),
  edit: lazy(async () => ({ default: (await import('../pages/edit/edit-page.tsx')).EditPage })),
}

/** One screen for all pages of the resource users: the list, with a dialog above it. */
const users: ScreenComponent = lazy(async () => {
  const [{ UsersScreen }] = await Promise.all([
    import('../screens/users/users-screen.tsx'),
    loadNamespaces('users'),
  ])
  return { default: UsersScreen }
})

/** Pages of the resources that the framework knows. */
const systemScreens: ConsoleScreens = {
  'users.list': users,
  'users.show': users,
  'users.create': users,
  'users.edit': users,
  'notifications.list': lazy(async () => {
    const [{ NotificationsScreen }] = await Promise.all([
      import('../screens/notifications/notifications-screen.tsx'),
      loadNamespaces('notifications'),
    ])
    return { default: NotificationsScreen }
  }),
  // A show page that marks the notification as read.
  'notifications.show': lazy(async () => ({
    default: (await import('../screens/notifications/notification-page.tsx')).NotificationPage,
  })),
  'settings.list': lazy(async () => {
    const [{ SettingsScreen }] = await Promise.all([
      import('../screens/settings/settings-screen.tsx'),
      loadNamespaces('settings'),
    ])
    return { default: SettingsScreen }
  }),
}

/**
 * Returns the component for a page of a resource: one of the application, one of the framework, or
 * a generated one.
 */
export const getPageComponent = (
  { screens = {} }: { readonly screens?: ConsoleScreens },
  resourceName: string,
  kind: PageType,
): ComponentType<PageProps> =>
  screens[`${resourceName}.${kind}`] ??
  systemScreens[`${resourceName}.${kind}`] ??
  generatedPages[kind]
