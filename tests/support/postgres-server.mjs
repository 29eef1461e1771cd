import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const programs = '/usr/lib/postgresql'

/**
 * A PostgreSQL for tests: `TEST_DATABASE_URL` when it is set, else a throw-away server from the programs found here, else
 * from Debian's package when this is root. Answers `{ url, stop }`, or `{ missing }` with the reason.
 */
export async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  let bin = findPrograms()
  if (!bin && process.getuid?.() === 0) {
    process.stdout.write('installing PostgreSQL for the tests (apt-get install postgresql) …\n')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], { stdio: 'ignore', env })
    bin = findPrograms()
  }
  if (!bin) return { missing: 'no PostgreSQL was found: set TEST_DATABASE_URL, or install the package postgresql' }
  try {
    return await startCluster(bin)
  } catch (error) {
    return { missing: `PostgreSQL would not start: ${error.message}` }
  }
}

function findPrograms() {
  const versions = existsSync(programs) ? readdirSync(programs) : []
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(programs, version, 'bin'))
  const onPath = (process.env.PATH ?? '').split(':')
  return [...folders, ...onPath].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

async function startCluster(bin) {
  const owner = serverOwner()
  const folder = mkdtempSync(join(reachableTemp(), 'matricola-postgres-'))
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
  const options = { cwd: folder, ...owner }
  const data = join(folder, 'data')
  const setUp = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'matricola', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...options, encoding: 'utf8' },
  )
  if (setUp.status !== 0) throw new Error(setUp.stderr || `initdb ended with ${setUp.status}`)
  const port = await freePort()
  // Nothing here outlives the tests, so nothing waits for the disk.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=100', 'autovacuum=off']
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stop = () => {
    if (server.exitCode === null) server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await readiness(server)
  } catch (error) {
    stop()
    throw error
  }
  server.unref()
  return { url: `postgres://matricola:${password}@127.0.0.1:${port}/postgres`, stop }
}

/** The server refuses to run as root: then it runs as the package's own user, or as nobody. */
function serverOwner() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag, user) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  const user = ['postgres', 'nobody'].find((name) => idOf('-u', name) > 0) ?? 'nobody'
  return { uid: idOf('-u', user), gid: idOf('-g', user) }
}

/** The system's temporary folder, unless only root may enter it. */
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

/** Resolves when the server says that it takes connections. */
function readiness(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    const deadline = setTimeout(() => reject(new Error(`no answer after 60 s: ${said}`)), 60_000)
    server.once('error', reject)
    server.once('exit', () => reject(new Error(said)))
    server.stderr.on('data', (chunk) => {
      said += chunk
      if (!said.includes('ready to accept connections')) return
      clearTimeout(deadline)
      server.removeAllListeners('exit')
      server.stderr.removeAllListeners('data')
      server.stderr.resume()
      resolve()
    })
  })
}
