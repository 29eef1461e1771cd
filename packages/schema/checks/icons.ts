import type { AnyResource } from '../resource.ts'
import { fieldEntries } from '../resource-fields.ts'
import { iconNames } from '../vocabulary.ts'
import { didYouMean } from './report.ts'

/**
 * Returns one line for each icon that neither the framework nor the application has. Any line
 * prevents startup.
 */
export function iconMistakes(
  resources: readonly AnyResource[],
  icons: readonly string[],
): string[] {
  const known: readonly string[] = [...iconNames, ...icons]
  const findMistakes = (path: string, icon: string | undefined) =>
    icon === undefined || known.includes(icon)
      ? []
      : [
          `${path}: unknown icon "${icon}"${
            didYouMean(icon, known) || '. List icons of the application in `icons` of createApp().'
          }`,
        ]
  return resources.flatMap((resource) => [
    ...findMistakes(`${resource.name}.icon`, resource.icon),
    ...fieldEntries(resource).flatMap(([field, spec]) =>
      'choices' in spec
        ? Object.entries(spec.choices).flatMap(([choice, { icon }]) =>
            findMistakes(`${resource.name}.${field}.choices.${choice}.icon`, icon),
          )
        : [],
    ),
  ])
}
