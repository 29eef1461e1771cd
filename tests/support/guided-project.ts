import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './databases.ts'
import { apply, type Step, stepsOf } from './guide.ts'
import { copyProject, type ProjectCopy } from './project-copy.ts'

/** A copy of the project in which a guide is followed. */
export interface Project extends ProjectCopy {
  readonly steps: readonly Step[]
  /** Follows the steps from one to before another. */
  follow(from?: number, until?: number): void
  /** Compiles the projects named, or all. */
  compile(...projects: readonly string[]): ReturnType<ProjectCopy['run']>
  /** Runs the tests of a part of the suite at these places. */
  runTests(part: string, ...places: readonly string[]): ReturnType<ProjectCopy['run']>
}

/** Copies the project for guides of these names in `docs/`, one after the other. */
export function copyFor(...guides: readonly string[]): Project {
  const copy = copyProject()
  const steps = guides.flatMap((guide) => stepsOf(readFileSync(join(root, 'docs', guide), 'utf8')))
  return {
    ...copy,
    steps,
    follow(from = 0, until = steps.length) {
      for (const step of steps.slice(from, until)) {
        if (step.language !== 'sh') {
          apply(step, copy.folder)
          continue
        }
        const { status, said } = copy.run('sh', '-c', step.text)
        if (status !== 0) throw new Error(`${step.text}${said}`)
      }
    },
    compile: (...projects) => copy.run(process.execPath, 'scripts/checks/types.mjs', ...projects),
    runTests: (part, ...places) => copy.run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project', part, ...places),
  }
}
