import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { consoleIcons } from '@matricola/console/icons/console-icons.tsx'
import { Icon, IconsContext } from '@matricola/console/icons/icon.tsx'
import { publicIcons } from '@matricola/console/icons/public-icons.tsx'
import { iconNames } from '@matricola/schema/vocabulary.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { universityIconNames } from '#resources/icons.ts'
import { allResources } from '#resources/index.ts'
import { universityIcons } from '#src/icons/university-icons.tsx'

test('every icon that a declaration can use exists in exactly one place', () => {
  const light = Object.keys(publicIcons)
  const consoleIconNames = [...Object.keys(consoleIcons), ...Object.keys(universityIcons)]
  expect(new Set(consoleIconNames).size).toBe(consoleIconNames.length)
  expect(
    [...iconNames, ...universityIconNames].filter(
      (name) => !light.includes(name) && !consoleIconNames.includes(name),
    ),
  ).toEqual([])
  expect(light.filter((name) => consoleIconNames.includes(name))).toEqual([])
})

test('public pages have the icons of every status that an applicant sees', () => {
  const status = allResources.find(({ name }) => name === 'registrations')?.fields.status
  const icons =
    status && 'choices' in status
      ? Object.values(status.choices).map(({ icon }) => String(icon))
      : []
  expect(icons).toHaveLength(6)
  expect(icons.filter((icon) => !Object.keys(publicIcons).includes(icon))).toEqual([])
})

test('public pages use no icon that they do not load', () => {
  const folders = [
    'src/public',
    'packages/console/public',
    'packages/console/toasts',
    'packages/console/theme',
  ]
  const files = folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  const named = files
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) =>
      [...readFileSync(join(projectRoot, name), 'utf8').matchAll(/<Icon name="([a-z-]+)"/g)].map(
        ([, icon]) => icon,
      ),
    )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((icon) => !Object.keys(publicIcons).includes(String(icon)))).toEqual([])
})

test('an icon of an application is drawn only where the application passed it', () => {
  const markup = (element: ReactElement) => renderToStaticMarkup(element)
  const icon = createElement(Icon, { name: 'students' })
  expect(markup(icon)).not.toContain('<path')
  expect(markup(createElement(IconsContext, { value: universityIcons }, icon))).toContain('<path')
  expect(markup(createElement(Icon, { name: 'check' }))).toContain('<path')
})
