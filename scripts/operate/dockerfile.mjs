// Runs the steps of a Dockerfile in Debian roots, on machines without a container engine.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyRoot, runIn } from './debian-root.mjs'

const known = [
  'FROM',
  'RUN',
  'COPY',
  'ENV',
  'WORKDIR',
  'USER',
  'CMD',
  'HEALTHCHECK',
  'VOLUME',
  'EXPOSE',
]

/** Parses the steps of a Dockerfile: `{ word, rest }`. Throws for an unsupported instruction. */
export function parseDockerfile(text) {
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [word = '', ...rest] = line.trim().split(' ')
      if (!known.includes(word))
        throw new Error(`The rehearsal does not support the instruction ${word}.`)
      return { word, rest: rest.join(' ') }
    })
}

/**
 * Runs the steps with the files in `context`. Returns the last stage: its root, environment, user
 * and commands.
 */
export function buildImage({ context, debian, folder }) {
  const stages = new Map()
  let stage
  for (const { word, rest } of parseDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    console.log(`  ${word} ${rest}`)
    if (word === 'FROM') {
      const [image, , name = 'last'] = rest.split(' ')
      if (image !== 'debian:trixie-slim')
        throw new Error(`The rehearsal does not support the base image ${image}.`)
      stage = { root: join(folder, name), env: {}, workdir: '/', user: 'root' }
      copyRoot(debian, stage.root)
      stages.set(name, stage)
    }
    if (word === 'RUN') runIn(stage.root, `cd ${stage.workdir}\n${rest}\n`, stage.env)
    if (word === 'WORKDIR') {
      stage.workdir = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
    }
    if (word === 'ENV')
      for (const pair of rest.split(' ')) stage.env[pair.split('=')[0]] = pair.split('=')[1]
    if (word === 'USER') stage.user = rest
    if (word === 'COPY') copy(rest.split(' '), stage, { stages, context })
    if (word === 'CMD' || word === 'HEALTHCHECK')
      stage[word] = JSON.parse(rest.slice(rest.indexOf('[')))
  }
  return stage
}

function copy(args, { root, workdir }, { stages, context }) {
  const from = args[0].startsWith('--from=')
    ? stages.get(args.shift().slice('--from='.length)).root
    : context
  const to = args.pop()
  const target = join(root, to.startsWith('/') ? to : join(workdir, to))
  if (from !== context)
    return execFileSync('cp', ['--archive', '--no-target-directory', join(from, args[0]), target])
  for (const word of args)
    cpSync(join(context, word), word === '.' ? target : join(target, word), { recursive: true })
}
