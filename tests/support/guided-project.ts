import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { applyGuideStep, type GuideStep, parseGuide } from './guide.ts'
import { copyProject, type ProjectCopy } from './project-copy.ts'

/** A copy of the project in which the steps of a guide are applied. */
export interface GuidedProject extends ProjectCopy {
  readonly steps: readonly GuideStep[]
  /** Applies the steps from `from` up to, but not including, `until`. */
  applySteps(from?: number, until?: number): void
  /** Compiles the named TypeScript projects, or all of them. */
  compile(...projects: readonly string[]): ReturnType<ProjectCopy['run']>
  /** Runs one part of the suite, limited to the given paths. */
  runTests(part: string, ...places: readonly string[]): ReturnType<ProjectCopy['run']>
}

/** Copies the project and reads the steps of these guides in `docs/`, in order. */
export function copyProjectForGuides(...guides: readonly string[]): GuidedProject {
  const copy = copyProject()
  const steps = guides.flatMap((guide) =>
    parseGuide(readFileSync(join(projectRoot, 'docs', guide), 'utf8')),
  )
  return {
    ...copy,
    steps,
    applySteps(from = 0, until = steps.length) {
      for (const step of steps.slice(from, until)) {
        if (step.language !== 'sh') {
          applyGuideStep(step, copy.folder)
          continue
        }
        const { status, output } = copy.run('sh', '-c', step.text)
        if (status !== 0) throw new Error(`${step.text}${output}`)
      }
    },
    compile: (...projects) => copy.run(process.execPath, 'scripts/checks/types.mjs', ...projects),
    runTests: (part, ...places) =>
      copy.run(
        process.execPath,
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        part,
        ...places,
      ),
  }
}
