import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { SettingsScreen } from '@matricola/console/screens/settings/settings-screen.tsx'
import type { SettingsSection } from '@matricola/console/screens/settings/settings-section.ts'
import type { ResourceName } from '#resources/index.ts'
import type { settings } from '#resources/settings.ts'
import { AdmissionEffect } from './admission-effect.tsx'
import { AdmissionLinks, ReviewLinks, TeachingLinks } from './section-links.tsx'

const sections: { readonly [S in keyof typeof settings.sections]?: SettingsSection } = {
  admission: { Effect: AdmissionEffect, Links: AdmissionLinks, requiresReason: true },
  review: { Links: ReviewLinks, requiresReason: true },
  teaching: { Links: TeachingLinks },
}
const lists: readonly ResourceName[] = ['admission-sessions', 'academic-years', 'academic-periods']

/**
 * The settings with what the university adds to them. Changes that affect applicants require a
 * reason.
 */
export const UniversitySettings = ({ resource }: PageProps) => (
  <SettingsScreen resource={resource} sections={sections} lists={lists} />
)
