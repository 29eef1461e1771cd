/**
 * Follows the operator's guide block by block in a folder that represents a machine. Each block
 * runs in a new shell, with the real program, its real settings file, and the scripts and units of
 * `deploy/`. `systemctl` is the rehearsal's own version. The programs of PostgreSQL and Docker only
 * record how they are called; `npm run operate:rehearse` uses the real ones.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProgram, freePort } from '#tests/support/program.ts'
import { fillInSettings, guideBlocks } from '../../../scripts/operate/guide-blocks.mjs'

const machine = mkdtempSync(join(tmpdir(), 'operate-'))
const at = (path: string) => join(machine, path)
const guide = readFileSync(join(projectRoot, 'docs/operate.md'), 'utf8')
const blocks = guideBlocks(guide)
let ports: readonly [string, string]

/** Adapts a text to the machine in the folder: its paths, and free ports. */
const adaptText = (text: string) =>
  text
    .replaceAll(
      /(?<=^|[\s"'=(:|>-])\/(etc|var|opt|srv|run|root|usr\/local)(?=[/\s"'|)]|$)/gm,
      (_, folder) => at(folder),
    )
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll(/\b3000\b/g, ports[0])
    .replaceAll(/\b3001\b/g, ports[1])

function program(folder: string, name: string, text: string): void {
  mkdirSync(at(folder), { recursive: true })
  rmSync(at(`${folder}/${name}`), { force: true })
  writeFileSync(at(`${folder}/${name}`), text, { mode: 0o755 })
}

/** Fake programs that record their arguments and run a given script. */
const createRecorders = (folder: string, names: readonly string[], answer = '') => {
  for (const name of names)
    program(folder, name, `#!/bin/sh\necho "${name} $*" >> ${at('called')}\n${answer}\n`)
}
const called = () => (existsSync(at('called')) ? readFileSync(at('called'), 'utf8') : '')

/**
 * Runs commands in a new shell, as an operator who opens the guide at this point would. The folders
 * in `first` precede all others in `PATH`.
 */
function shell(commands: string, first: readonly string[] = [], cwd = at('root')) {
  const folders = [...first, 'bin', 'usr/local/bin'].map(at)
  const path = [
    ...folders,
    dirname(process.execPath),
    '/usr/sbin',
    '/usr/bin',
    '/sbin',
    '/bin',
  ].join(':')
  const { status, stdout, stderr } = spawnSync('bash', ['-euxo', 'pipefail', '-c', commands], {
    cwd,
    encoding: 'utf8',
    env: { PATH: path, HOME: at('root'), LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status, output: `${stdout}${stderr}`, stdout }
}
const run = (commands: string, ...rest: readonly [(readonly string[])?, string?]) => {
  const { status, output, stdout } = shell(commands, ...rest)
  expect(status, output).toBe(0)
  return stdout
}

/** A curl that retries until the program responds, as the guide's does. */
const curl = `#!${process.execPath}
const words = process.argv.slice(2)
const url = words.find((word) => word.startsWith('http'))
const header = words[words.indexOf('-H') + 1]
const headers = words.includes('-H') ? { [header.slice(0, header.indexOf(':'))]: header.slice(header.indexOf(':') + 1).trim() } : {}
const ask = async (left) => {
  const answer = await fetch(url, { headers }).catch(() => undefined)
  if (answer?.ok) return process.stdout.write(await answer.text())
  if (left === 0) process.exit(22)
  setTimeout(() => ask(left - 1), 500)
}
ask(240)
`

beforeAll(async () => {
  buildProgram()
  ports = [String(await freePort()), String(await freePort())]
  for (const folder of [
    'etc/systemd/system',
    'etc/caddy',
    'etc/cron.d',
    'var/backups',
    'var/lib',
    'var/log',
    'usr/local/bin',
    'opt',
    'root',
    'run',
  ])
    mkdirSync(at(folder), { recursive: true })
  createRecorders('bin', ['apt-get', 'useradd', 'npm', 'caddy', 'chown'])
  program('bin', 'curl', curl)
  program(
    'bin',
    'systemctl',
    adaptText(readFileSync(join(projectRoot, 'scripts/operate/systemctl'), 'utf8')),
  )
  // The service's user does not exist here.
  program(
    'bin',
    'setpriv',
    '#!/bin/sh\nwhile :; do case $1 in --init-groups) shift ;; --*) shift 2 ;; *) exec "$@" ;; esac; done\n',
  )
  program(
    'bin',
    'install',
    `#!/bin/bash\nwords=()\nwhile [ $# -gt 0 ]; do case $1 in -o | -g) shift 2 ;; *) words+=("$1"); shift ;; esac; done\nexec /usr/bin/install "\${words[@]}"\n`,
  )
  // This repository serves as the university's repository.
  mkdirSync(at('srv/deploy'), { recursive: true })
  for (const name of readdirSync(join(projectRoot, 'deploy'))) {
    writeFileSync(
      at(`srv/deploy/${name}`),
      adaptText(readFileSync(join(projectRoot, 'deploy', name), 'utf8')),
    )
    chmodSync(at(`srv/deploy/${name}`), lstatSync(join(projectRoot, 'deploy', name)).mode)
  }
  program(
    'bin',
    'git',
    `#!/bin/bash\nto=\${!#}\nmkdir "$to"\ncp -r ${at('srv/deploy')} "$to/"\nln -s ${projectRoot}{dist,node_modules,package.json,compose.yaml} "$to/"\n`,
  )
})
afterAll(() => {
  if (existsSync(at('bin/systemctl'))) shell("systemctl stop 'matricola@*'")
  removeFolder(machine)
})

/** Chapters whose programs only record their arguments here. */
const separateSections = [
  'Move to PostgreSQL',
  'Several processes',
  'A replica for lists',
  'When the database is gone',
]
/** The settings from before the chapters on PostgreSQL, kept while those run. */
let embedded: string | undefined
const settings = () => readFileSync(at('etc/matricola/settings'), 'utf8')

describe('each block of the guide, in its order and in a separate shell', () => {
  test('belongs to a chapter of the guide', () => {
    expect(blocks.length).toBeGreaterThan(12)
    for (const heading of separateSections)
      expect(blocks.map((block) => block.heading)).toContain(heading)
  })

  test.each(blocks.map((block, position) => ({ ...block, position })))(
    '$position: $heading',
    ({ heading, commands, position }) => {
      if (!separateSections.includes(heading)) {
        if (embedded !== undefined) writeFileSync(at('etc/matricola/settings'), embedded)
        embedded = undefined
        // While the service runs, it has the embedded database open. The guide says to stop it.
        if (heading === 'Erasure and access') run("systemctl stop 'matricola@*'")
        run(adaptText(commands))
        // From here on, every line that the settings file suggests is used.
        if (position === 0)
          writeFileSync(
            at('etc/matricola/settings'),
            adaptText(fillInSettings(readFileSync(join(projectRoot, 'deploy/settings'), 'utf8'))),
          )
        return
      }
      embedded ??= settings()
      createRecorders('noted', [
        'matricola',
        'systemctl',
        'curl',
        'runuser',
        'pg_createcluster',
        'pg_ctlcluster',
        'rm',
        'rmdir',
      ])
      // Two major versions are installed; the older one does not belong to this program.
      program(
        'noted',
        'pg_lsclusters',
        '#!/bin/sh\nprintf "15 old 5440 down postgres /x /y\\n17 main 5432 online postgres /x /y\\n17 copy 5433 online postgres /x /y\\n"\n',
      )
      run(adaptText(commands), ['noted'])
      // The block wrote a settings file that the program accepts.
      run('matricola settings check')
      expect(settings()).not.toMatch(/^DATABASE_\w+="/m)
      expect(run('matricola settings get DATABASE_URL')).toMatch(
        /^postgres:\/\/matricola@localhost(:5433)?\/matricola\?host=/,
      )
    },
  )

  test('starts a service that reads its settings literally', () => {
    expect(run('matricola settings get MAIL_FROM')).toBe(
      '"Admission" & \'Records\' office <admission@university.example>\n',
    )
    expect(run('matricola settings get SMTP_URL')).toContain("pa$$wo;rd$HOME`x`'y\\z@")
    expect(
      readdirSync(at('var/backups/matricola')).filter((name) => name.endsWith('.tar.gz')),
    ).not.toEqual([])
  })

  test('names the installed version of PostgreSQL', () => {
    expect(called()).toContain('pg_createcluster 17 copy')
    expect(called()).toContain('pg_ctlcluster 17 main stop --mode immediate')
    expect(called()).toContain('pg_ctlcluster 17 copy promote')
  })
})

test('each block for containers is self-contained and calls existing commands', () => {
  const containers = guideBlocks(guide, 'docker')
  expect(containers.length).toBeGreaterThan(4)
  rmSync(at('called'), { force: true })
  createRecorders('noted', ['docker'])
  for (const { commands } of containers) run(adaptText(commands), ['noted'], at('opt/matricola'))
  for (const text of [
    'matricola backup /backups/',
    'matricola restore /backups/',
    'cp program:/var/lib/matricola/keys',
    'compose run --rm --no-deps --user root',
  ])
    expect(called().replaceAll(machine, '')).toContain(text)
  // Services and commands that the blocks name.
  const compose = readFileSync(join(projectRoot, 'compose.yaml'), 'utf8')
  expect(compose).toMatch(/^ {2}program:$/m)
  expect(compose).toContain('./backups:/backups')
})

describe('the nightly backup', () => {
  const folder = 'var/backups/matricola'
  const archives = () => readdirSync(at(folder)).sort()
  const running = () => run("systemctl list-units 'matricola@*'").trim()
  const old = (name: string, days: number) => {
    writeFileSync(at(`${folder}/${name}`), '')
    const pastDate = new Date(Date.now() - days * 86_400_000)
    utimesSync(at(`${folder}/${name}`), pastDate, pastDate)
  }
  /** A command that exits with this status, and writes an archive unless it fails. */
  const exitWith = (status: number) =>
    program(
      'usr/local/bin',
      'matricola',
      `#!/bin/sh\ncase $1 in settings) exit 0 ;; esac\n[ ${status} = 1 ] || echo archive > "$2"\nexit ${status}\n`,
    )
  const reset = () => {
    for (const name of archives()) rmSync(at(`${folder}/${name}`))
    rmSync(at('alarmed'), { force: true })
    program('etc/matricola', 'alarm', `#!/bin/sh\necho "$1" >> ${at('alarmed')}\n`)
  }
  afterAll(() => {
    rmSync(at('usr/local/bin/matricola'), { force: true })
    symlinkSync(at('opt/matricola/deploy/matricola'), at('usr/local/bin/matricola'))
  })

  test('leaves a service stopped if it was already stopped', () => {
    run("systemctl stop 'matricola@*'")
    copyFileSync(at('etc/matricola/settings'), at('settings-aside'))
    for (const name of archives()) rmSync(at(`${folder}/${name}`))
    run('systemctl start matricola-backup.service')
    expect(archives()).toHaveLength(1)
    expect(running()).toBe('')
  })

  test.each([
    [0, 'a complete archive', false],
    [2, 'an archive that lacks files', true],
    [1, 'no archive', true],
  ])(
    'that ends with status %d and leaves %s removes old archives, restarts the service and raises the alarm if needed',
    (status, _, isAlarm) => {
      run(adaptText('systemctl start matricola@3000'))
      reset()
      old('old.tar.gz', 40)
      old('older.tar.gz', 90)
      old('recent.tar.gz', 20)
      exitWith(status)
      const { status: ended } = shell('systemctl start matricola-backup.service')
      expect(ended).toBe(status)
      const today = archives().filter((name) => name !== 'recent.tar.gz')
      expect(today).toHaveLength(status === 1 ? 0 : 1)
      expect(archives()).toContain('recent.tar.gz')
      expect(running()).toContain('matricola@')
      expect(existsSync(at('alarmed'))).toBe(isAlarm)
      run("systemctl stop 'matricola@*'")
    },
  )

  test('never removes the last archive, regardless of its age', () => {
    reset()
    old('only.tar.gz', 300)
    old('older.tar.gz', 400)
    exitWith(1)
    expect(shell('systemctl start matricola-backup.service').status).toBe(1)
    expect(archives()).toEqual(['only.tar.gz'])
  })
})
