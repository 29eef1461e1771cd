import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { describe, expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

describe('a public project', () => {
  test('has the complete, unmodified license that the package names', () => {
    const license = read('LICENSE')
    expect(license.split('\n')).toHaveLength(662)
    expect(createHash('sha256').update(license).digest('hex')).toBe(
      '8486a10c4393cee1c25392769ddd3b2d6c242d6ec7928e1414efff7dfb2f07ef',
    )
    expect(JSON.parse(read('package.json'))).toMatchObject({ license: 'AGPL-3.0-or-later' })
  })

  test.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'])(
    'has valid links in %s',
    (path) => {
      const links = [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(
        ([, link]) => link ?? '',
      )
      expect(links.filter((link) => !existsSync(join(projectRoot, link)))).toEqual([])
    },
  )

  test('mentions in CONTRIBUTING.md only scripts that the package has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read('CONTRIBUTING.md').matchAll(/`npm (?:run )?([a-z:]+)/g)].map(
      ([, script]) => script ?? '',
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([])
  })

  test('marks generated files, so that reviews skip them', () => {
    const attributes = read('.gitattributes')
      .split('\n')
      .filter((line) => line.includes('linguist-generated=true'))
    expect(attributes.map((line) => line.split(' ')[0])).toEqual([
      'docs/openapi.json',
      'package-lock.json',
      'server/migrations/meta/*.json',
      'custom/migrations/meta/*.json',
      'tests/pack/migrations/meta/*.json',
    ])
  })
})
