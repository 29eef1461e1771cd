/** Screens that replace generated pages, one line each. Names of unknown resources do not compile. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { ResourceName } from '#resources/index.ts'
import type { PageKind } from '#src/console/area.ts'
import { loadTexts } from '#src/i18n.ts'
import type { PageProps } from './page-props.ts'

export type Page = LazyExoticComponent<ComponentType<PageProps>>

/** One screen for all pages of users: the list, with a dialog above it. */
const users: Page = lazy(async () => ({ default: (await import('./users/users-screen.tsx')).UsersScreen }))

/** Review of applications with their documents, one after another. */
const review: Page = lazy(async () => {
  const [{ ReviewScreen }] = await Promise.all([import('./review/review-screen.tsx'), loadTexts('apply')])
  return { default: ReviewScreen }
})

/** A show page that marks the notification as read. */
const notification: Page = lazy(async () => ({ default: (await import('./letters/notification-page.tsx')).NotificationPage }))

/** Loads a screen about studies or finances together with its texts. */
const study = (load: () => Promise<ComponentType<PageProps>>): Page =>
  lazy(async () => {
    const [Screen] = await Promise.all([load(), loadTexts('study'), loadTexts('home')])
    return { default: Screen }
  })

/** The form of an exam, which shows conflicts. */
const examForm: Page = lazy(async () => {
  const [{ ExamForm }] = await Promise.all([import('./exams/exam-form.tsx'), loadTexts('exams')])
  return { default: ExamForm }
})

/** Replaced pages, by resource and type of page. */
export type OwnScreens<Name extends string = ResourceName> = { readonly [N in `${Name}.${PageKind}`]?: Page }

export const screens: OwnScreens = {
  'users.list': users,
  'users.show': users,
  'users.create': users,
  'users.edit': users,
  'notifications.list': lazy(async () => {
    const [{ NotificationsScreen }] = await Promise.all([import('./letters/notifications-screen.tsx'), loadTexts('post')])
    return { default: NotificationsScreen }
  }),
  'notifications.show': notification,
  'messages.list': lazy(async () => {
    const [{ ConversationsScreen }] = await Promise.all([import('./letters/conversations-screen.tsx'), loadTexts('post')])
    return { default: ConversationsScreen }
  }),
  'messages.show': lazy(async () => {
    const [{ ThreadScreen }] = await Promise.all([import('./letters/thread-screen.tsx'), loadTexts('post')])
    return { default: ThreadScreen }
  }),
  'messages.create': lazy(async () => {
    const [{ ComposeScreen }] = await Promise.all([import('./letters/compose-screen.tsx'), loadTexts('post')])
    return { default: ComposeScreen }
  }),
  'registrations.list': lazy(async () => ({ default: (await import('./review/registrations-list.tsx')).RegistrationsList })),
  'registrations.show': review,
  'exams.list': lazy(async () => {
    const [{ ExamsList }] = await Promise.all([import('./exams/exams-list.tsx'), loadTexts('exams')])
    return { default: ExamsList }
  }),
  'admission-drafts.show': lazy(async () => {
    const [{ DraftPage }] = await Promise.all([import('./ranking/draft-page.tsx'), loadTexts('ranking')])
    return { default: DraftPage }
  }),
  'exams.create': examForm,
  'exams.edit': examForm,
  'exam-resits.list': lazy(async () => {
    const [{ ResitsList }] = await Promise.all([import('./exams/resits-list.tsx'), loadTexts('exams')])
    return { default: ResitsList }
  }),
  'finances.list': lazy(async () => {
    const [{ FinancesList }] = await Promise.all([import('./finances/finances-list.tsx'), loadTexts('home', 'progress')])
    return { default: FinancesList }
  }),
  'grades.list': study(async () => (await import('./study/grades-list.tsx')).GradesList),
  'grades.show': study(async () => (await import('./study/grade-page.tsx')).GradePage),
  'students.show': study(async () => (await import('./study/student-page.tsx')).StudentPage),
  'license-exams.list': study(async () => (await import('./study/degree-list.tsx')).DegreeList),
  'certificates.list': study(async () => (await import('./study/certificates-list.tsx')).CertificatesList),
  'certificates.show': study(async () => (await import('./study/certificate-page.tsx')).CertificatePage),
  'university-classes.list': lazy(async () => {
    const [{ ClassesList }] = await Promise.all([import('./timetable/classes-list.tsx'), loadTexts('timetable')])
    return { default: ClassesList }
  }),
  'settings.list': lazy(async () => ({ default: (await import('./settings/settings-screen.tsx')).SettingsScreen })),
}
