import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const programs = '/usr/lib/postgresql'

/**
 * Starts a PostgreSQL server for tests: the one at `TEST_DATABASE_URL` if set, else a temporary
 * server from installed binaries, else from the Debian package when running as root. Resolves to `{
 * url, stop }`, or to `{ missing }` with the reason. If `settings` are given, it always starts a
 * temporary server with them.
 */
export async function startPostgres(settings = []) {
  const given = process.env.TEST_DATABASE_URL
  if (given && settings.length === 0) return { url: given, stop: () => {} }
  let bin = findPostgresBinaries()
  if (!bin && process.getuid?.() === 0) {
    process.stdout.write('installing PostgreSQL for the tests (apt-get install postgresql) …\n')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      stdio: 'ignore',
      env,
    })
    bin = findPostgresBinaries()
  }
  if (!bin)
    return {
      missing:
        'PostgreSQL was not found. Set TEST_DATABASE_URL, or install the package postgresql.',
    }
  try {
    return await startCluster(bin, settings)
  } catch (error) {
    return { missing: `PostgreSQL did not start: ${error.message}` }
  }
}

export function findPostgresBinaries() {
  const versions = existsSync(programs) ? readdirSync(programs) : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(programs, version, 'bin'))
  const onPath = (process.env.PATH ?? '').split(':')
  return [...folders, ...onPath].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/**
 * Starts a PostgreSQL server and a streaming replica from installed binaries, or returns null if
 * there are none. `kill` stops one immediately, as a machine failure would. `settings` apply to
 * both, such as `fsync=on`.
 */
export async function startWithReplica(settings = []) {
  const bin = findPostgresBinaries()
  if (!bin) return null
  const primary = await startCluster(bin, settings)
  const others = []
  let followers = 0
  const { options, folder, password } = primary
  /** Starts another replica of a server started here. */
  async function follow({ url }) {
    const data = join(folder, `replica-${followers++}`)
    run(
      bin,
      'pg_basebackup',
      ['-d', url, '-D', data, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'],
      options,
    )
    const start = async () => {
      const replica = await serve(bin, data, { folder, password, options, settings })
      others.push(replica)
      return {
        ...replica,
        promote: () => run(bin, 'pg_ctl', ['promote', '-w', '-D', data], options),
        restart: start,
      }
    }
    return start()
  }
  const stop = () => {
    for (const { kill } of others) kill()
    primary.stop()
  }
  try {
    return { primary, replica: await follow(primary), follow, stop }
  } catch (error) {
    stop()
    throw error
  }
}

function run(bin, program, args, options) {
  const { status, stderr, error } = spawnSync(join(bin, program), args, {
    ...options,
    encoding: 'utf8',
  })
  if (status !== 0) throw error ?? new Error(stderr || `${program} ended with ${status}`)
}

async function startCluster(bin, wanted = []) {
  const owner = serverOwner()
  const folder = mkdtempSync(join(reachableTemp(), 'matricola-postgres-'))
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
  const options = { cwd: folder, ...owner }
  const data = join(folder, 'data')
  run(
    bin,
    'initdb',
    [
      '-D',
      data,
      '-U',
      'matricola',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    options,
  )
  const removed = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const { url, kill } = await serve(bin, data, { folder, password, options, settings: wanted })
    const stop = () => {
      kill('SIGQUIT')
      removed()
    }
    return { url, kill, stop, folder, password, options }
  } catch (error) {
    removed()
    throw error
  }
}

/** Starts the server of a data directory. `settings` override the defaults for tests. */
async function serve(bin, data, { folder, password, options, settings: wanted = [] }) {
  const port = await freePort()
  // The data does not outlive the tests, so durability is off.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=100',
    'autovacuum=off',
    ...wanted,
  ]
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-k',
      folder,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const kill = (signal = 'SIGKILL') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    if (signal === 'SIGKILL') killAll(server)
    else server.kill(signal)
  }
  try {
    await readiness(server)
  } catch (error) {
    kill('SIGQUIT')
    throw error
  }
  server.unref()
  // Connects through the Unix socket: over TCP, each statement costs client and server a third
  // more.
  return { url: `postgres://matricola:${password}@localhost:${port}/postgres?host=${folder}`, kill }
}

/**
 * Kills a server together with its connection processes, so that none of them can commit
 * afterwards.
 */
function killAll(server) {
  // Stopping the server first prevents it from forking more processes.
  server.kill('SIGSTOP')
  const parentOf = (pid) => {
    try {
      return Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      )
    } catch {
      return 0
    }
  }
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name) && parentOf(name) === server.pid) process.kill(Number(name), 'SIGKILL')
  server.kill('SIGKILL')
}

/** PostgreSQL refuses to run as root. Uses the user of the package, or `nobody`. */
function serverOwner() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag, user) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  const user = ['postgres', 'nobody'].find((name) => idOf('-u', name) > 0) ?? 'nobody'
  return { uid: idOf('-u', user), gid: idOf('-g', user) }
}

/** The system's temporary folder, unless only root can enter it. */
function reachableTemp() {
  try {
    accessSync('/tmp', constants.W_OK)
    return '/tmp'
  } catch {
    return tmpdir()
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** Resolves when the server reports that it accepts connections. */
function readiness(server) {
  return new Promise((resolve, reject) => {
    let output = ''
    const deadline = setTimeout(
      () => reject(new Error(`no response after 60 s: ${output}`)),
      60_000,
    )
    server.once('error', reject)
    server.once('exit', () => reject(new Error(output)))
    server.stderr.on('data', (chunk) => {
      output += chunk
      if (!/ready to accept (read-only )?connections/.test(output)) return
      clearTimeout(deadline)
      server.removeAllListeners('exit')
      server.stderr.removeAllListeners('data')
      server.stderr.resume()
      resolve()
    })
  })
}
