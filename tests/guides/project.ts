import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { removeFolder, root } from '#tests/support/databases.ts'
import { apply, type Step, stepsOf } from './guide.ts'

/** Findings of the compiler stay: it looks at what a guide changes. */
const notCopied = new Set(['node_modules', 'dist', 'data', '.git', 'test-results'])

/** A copy of the project in which a guide is followed. */
export interface Project {
  readonly folder: string
  readonly steps: readonly Step[]
  /** Follows the steps from one to before another. */
  follow(from?: number, until?: number): void
  run(...command: readonly string[]): { readonly status: number | null; readonly said: string }
  remove(): void
}

/** Copies the project for guides of these names in `docs/`, one after the other. */
export function copyFor(...guides: readonly string[]): Project {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-guide-'))
  cpSync(root, folder, { recursive: true, filter: (path) => !(notCopied.has(basename(path)) && join(root, basename(path)) === path) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const steps = guides.flatMap((guide) => stepsOf(readFileSync(join(root, 'docs', guide), 'utf8')))
  const project: Project = {
    folder,
    steps,
    follow(from = 0, until = steps.length) {
      for (const step of steps.slice(from, until)) {
        if (step.language !== 'sh') {
          apply(step, folder)
          continue
        }
        const { status, said } = project.run('sh', '-c', step.text)
        if (status !== 0) throw new Error(`${step.text}${said}`)
      }
    },
    run(name = '', ...args) {
      const { status, stdout, stderr } = spawnSync(name, args, { cwd: folder, encoding: 'utf8' })
      return { status, said: `${stdout}${stderr}` }
    },
    remove: () => removeFolder(folder),
  }
  return project
}
