/** Screens that replace generated pages, one line each. Names of unknown resources do not compile. */

import { loadNamespaces } from '@matricola/console/i18n.ts'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import type { PageType } from '@matricola/schema/areas.ts'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { ResourceName } from '#resources/index.ts'

export type ScreenComponent = LazyExoticComponent<ComponentType<PageProps>>

/** One screen for all pages of the resource users: the list, with a dialog above it. */
const users: ScreenComponent = lazy(async () => ({
  default: (await import('@matricola/console/screens/users/users-screen.tsx')).UsersScreen,
}))

/** Review of applications with their documents, one after another. */
const review: ScreenComponent = lazy(async () => {
  const [{ ReviewScreen }] = await Promise.all([import('./review/review-screen.tsx'), loadNamespaces('apply')])
  return { default: ReviewScreen }
})

/** A show page that marks the notification as read. */
const notification: ScreenComponent = lazy(async () => ({
  default: (await import('@matricola/console/screens/notifications/notification-page.tsx')).NotificationPage,
}))

/** Loads a screen about studies or finances together with its texts. */
const lazyStudyScreen = (load: () => Promise<ComponentType<PageProps>>): ScreenComponent =>
  lazy(async () => {
    const [Screen] = await Promise.all([load(), loadNamespaces('study'), loadNamespaces('home')])
    return { default: Screen }
  })

/** The form of an exam, which shows conflicts. */
const examForm: ScreenComponent = lazy(async () => {
  const [{ ExamForm }] = await Promise.all([import('./exams/exam-form.tsx'), loadNamespaces('exams')])
  return { default: ExamForm }
})

/** Replaced pages, by resource and type of page. */
export type ScreenOverrides<Name extends string = ResourceName> = { readonly [N in `${Name}.${PageType}`]?: ScreenComponent }

export const screens: ScreenOverrides = {
  'users.list': users,
  'users.show': users,
  'users.create': users,
  'users.edit': users,
  'notifications.list': lazy(async () => {
    const [{ NotificationsScreen }] = await Promise.all([
      import('@matricola/console/screens/notifications/notifications-screen.tsx'),
      loadNamespaces('messages'),
    ])
    return { default: NotificationsScreen }
  }),
  'notifications.show': notification,
  'messages.list': lazy(async () => {
    const [{ ConversationsScreen }] = await Promise.all([import('./messages/conversations-screen.tsx'), loadNamespaces('messages')])
    return { default: ConversationsScreen }
  }),
  'messages.show': lazy(async () => {
    const [{ ThreadScreen }] = await Promise.all([import('./messages/thread-screen.tsx'), loadNamespaces('messages')])
    return { default: ThreadScreen }
  }),
  'messages.create': lazy(async () => {
    const [{ ComposeScreen }] = await Promise.all([import('./messages/compose-screen.tsx'), loadNamespaces('messages')])
    return { default: ComposeScreen }
  }),
  'registrations.list': lazy(async () => ({ default: (await import('./review/registrations-list.tsx')).RegistrationsList })),
  'registrations.show': review,
  'exams.list': lazy(async () => {
    const [{ ExamsList }] = await Promise.all([import('./exams/exams-list.tsx'), loadNamespaces('exams')])
    return { default: ExamsList }
  }),
  'admission-drafts.show': lazy(async () => {
    const [{ ResultsDraftPage }] = await Promise.all([import('./ranking/results-draft-page.tsx'), loadNamespaces('ranking')])
    return { default: ResultsDraftPage }
  }),
  'exams.create': examForm,
  'exams.edit': examForm,
  'exam-resits.list': lazy(async () => {
    const [{ ResitsList }] = await Promise.all([import('./exams/resits-list.tsx'), loadNamespaces('exams')])
    return { default: ResitsList }
  }),
  'finances.list': lazy(async () => {
    const [{ FinancesList }] = await Promise.all([import('./finances/finances-list.tsx'), loadNamespaces('home', 'progress')])
    return { default: FinancesList }
  }),
  'grades.list': lazyStudyScreen(async () => (await import('./study/grades-list.tsx')).GradesList),
  'grades.show': lazyStudyScreen(async () => (await import('./study/grade-page.tsx')).GradePage),
  'students.show': lazyStudyScreen(async () => (await import('./study/student-page.tsx')).StudentPage),
  'license-exams.list': lazyStudyScreen(async () => (await import('./study/license-exams-list.tsx')).LicenseExamsList),
  'certificates.list': lazyStudyScreen(async () => (await import('./study/certificates-list.tsx')).CertificatesList),
  'certificates.show': lazyStudyScreen(async () => (await import('./study/certificate-page.tsx')).CertificatePage),
  'university-classes.list': lazy(async () => {
    const [{ ClassesList }] = await Promise.all([import('./timetable/classes-list.tsx'), loadNamespaces('timetable')])
    return { default: ClassesList }
  }),
  'settings.list': lazy(async () => ({
    default: (await import('@matricola/console/screens/settings/settings-screen.tsx')).SettingsScreen,
  })),
}
