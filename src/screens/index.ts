/**
 * Screens that replace generated pages, one line each. Names of unknown resources do not compile.
 */

import { loadNamespaces } from '@matricola/console/i18n.ts'
import type {
  ConsoleScreens,
  PageProps,
  ScreenComponent,
} from '@matricola/console/screens/page-props.ts'
import { type ComponentType, lazy } from 'react'
import type { ResourceName } from '#resources/index.ts'

/** Review of applications with their documents, one after another. */
const review: ScreenComponent = lazy(async () => {
  const [{ ReviewScreen }] = await Promise.all([
    import('./review/review-screen.tsx'),
    loadNamespaces('apply', 'application', 'formItems', 'messageTemplates', 'review'),
  ])
  return { default: ReviewScreen }
})

/** Loads a screen about studies or finances together with its texts. */
const lazyStudyScreen = (load: () => Promise<ComponentType<PageProps>>): ScreenComponent =>
  lazy(async () => {
    const [Screen] = await Promise.all([load(), loadNamespaces('study'), loadNamespaces('home')])
    return { default: Screen }
  })

/** The form of an exam, which shows conflicts. */
const examForm: ScreenComponent = lazy(async () => {
  const [{ ExamForm }] = await Promise.all([
    import('./exams/exam-form.tsx'),
    loadNamespaces('exams'),
  ])
  return { default: ExamForm }
})

/** The form of a session or a round, which asks to notify applicants of moved dates. */
const datedForm: ScreenComponent = lazy(async () => {
  const [{ DatedForm }] = await Promise.all([
    import('./admission/dated-form.tsx'),
    loadNamespaces('ranking'),
  ])
  return { default: DatedForm }
})

/** Replaced pages of the university's resources. Names of unknown resources do not compile. */
export type ScreenOverrides<Name extends string = ResourceName> = ConsoleScreens<Name>

export const screens: ScreenOverrides = {
  'messages.list': lazy(async () => {
    const [{ ConversationsScreen }] = await Promise.all([
      import('./messages/conversations-screen.tsx'),
      loadNamespaces('messages'),
    ])
    return { default: ConversationsScreen }
  }),
  'messages.show': lazy(async () => {
    const [{ ThreadScreen }] = await Promise.all([
      import('./messages/thread-screen.tsx'),
      loadNamespaces('messages'),
    ])
    return { default: ThreadScreen }
  }),
  'messages.create': lazy(async () => {
    const [{ ComposeScreen }] = await Promise.all([
      import('./messages/compose-screen.tsx'),
      loadNamespaces('messages'),
    ])
    return { default: ComposeScreen }
  }),
  'registrations.list': lazy(async () => {
    const [{ RegistrationsList }] = await Promise.all([
      import('./review/registrations-list.tsx'),
      loadNamespaces('review'),
    ])
    return { default: RegistrationsList }
  }),
  'registrations.show': review,
  'exams.list': lazy(async () => {
    const [{ ExamsList }] = await Promise.all([
      import('./exams/exams-list.tsx'),
      loadNamespaces('exams'),
    ])
    return { default: ExamsList }
  }),
  'admission-drafts.show': lazy(async () => {
    const [{ ResultsDraftPage }] = await Promise.all([
      import('./ranking/results-draft-page.tsx'),
      loadNamespaces('ranking'),
    ])
    return { default: ResultsDraftPage }
  }),
  'application-forms.show': lazy(async () => {
    const [{ ApplicationFormPage }] = await Promise.all([
      import('./application-forms/application-form-page.tsx'),
      loadNamespaces('formEditor'),
    ])
    return { default: ApplicationFormPage }
  }),
  'application-form-versions.show': lazy(async () => {
    const [{ FormEditorScreen }] = await Promise.all([
      import('./application-forms/form-editor-screen.tsx'),
      loadNamespaces('formEditor', 'formItems', 'apply', 'conditions', 'review'),
    ])
    return { default: FormEditorScreen }
  }),
  'admission-rounds.edit': datedForm,
  'admission-sessions.edit': datedForm,
  'exams.create': examForm,
  'exams.edit': examForm,
  'exam-resits.list': lazy(async () => {
    const [{ ResitsList }] = await Promise.all([
      import('./exams/resits-list.tsx'),
      loadNamespaces('exams'),
    ])
    return { default: ResitsList }
  }),
  'finances.list': lazy(async () => {
    const [{ FinancesList }] = await Promise.all([
      import('./finances/finances-list.tsx'),
      loadNamespaces('home', 'application'),
    ])
    return { default: FinancesList }
  }),
  'grades.list': lazyStudyScreen(async () => (await import('./study/grades-list.tsx')).GradesList),
  'grades.show': lazyStudyScreen(async () => (await import('./study/grade-page.tsx')).GradePage),
  'students.show': lazyStudyScreen(
    async () => (await import('./study/student-page.tsx')).StudentPage,
  ),
  'license-exams.list': lazyStudyScreen(
    async () => (await import('./study/license-exams-list.tsx')).LicenseExamsList,
  ),
  'certificates.list': lazyStudyScreen(
    async () => (await import('./study/certificates-list.tsx')).CertificatesList,
  ),
  'certificates.show': lazyStudyScreen(
    async () => (await import('./study/certificate-page.tsx')).CertificatePage,
  ),
  'university-classes.list': lazy(async () => {
    const [{ ClassesList }] = await Promise.all([
      import('./timetable/classes-list.tsx'),
      loadNamespaces('timetable'),
    ])
    return { default: ClassesList }
  }),
  'settings.list': lazy(async () => {
    const [{ UniversitySettings }] = await Promise.all([
      import('./settings/university-settings.tsx'),
      loadNamespaces('settings'),
    ])
    return { default: UniversitySettings }
  }),
}
