// A fresh Debian 13 in a folder. Commands run in it as on a separate machine, with separate
// processes and files but this machine's network.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Path of certificate authorities that this machine trusts in addition to Debian's, such as the
 * authority of a proxy.
 */
const extraTrust = 'etc/ssl/trusted-here.pem'

/** Creates the system that all other roots are copied from. Requires root and `mmdebstrap`. */
export function createDebianRoot(folder) {
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', 'trixie', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Keep packages from starting services. The required ones are started by name.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  writeFileSync(join(folder, 'etc/dpkg/dpkg.cfg.d/unsynced'), 'force-unsafe-io\n')
  const { NODE_EXTRA_CA_CERTS: trusted } = process.env
  if (trusted) cpSync(trusted, join(folder, extraTrust))
  for (const file of ['resolv.conf', 'hosts'])
    cpSync(`/etc/${file}`, join(folder, 'etc', file), { dereference: true })
}

/** Copies a root, including links and owners. */
export function copyRoot(from, to) {
  execFileSync('cp', ['--archive', from, to])
}

/**
 * Runs a bash script in a root and ends all processes it leaves behind. `env` is the whole
 * environment, apart from the settings of npm. Throws if the script fails.
 */
export function runIn(root, script, env = {}) {
  mkdirSync(join(root, 'tmp'), { recursive: true })
  writeFileSync(join(root, 'tmp/run.sh'), script)
  const inside = [
    `mount --types proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `exec chroot ${root} /bin/bash -euo pipefail /tmp/run.sh`,
  ].join(' && ')
  const npm = {
    npm_config_registry: execFileSync('npm', ['config', 'get', 'registry'], {
      encoding: 'utf8',
    }).trim(),
  }
  const trust = existsSync(join(root, extraTrust)) ? { NODE_EXTRA_CA_CERTS: `/${extraTrust}` } : {}
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const { status } = spawnSync(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'bash', '-c', inside],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        PATH: path,
        HOME: '/root',
        LANG: 'C.UTF-8',
        DEBIAN_FRONTEND: 'noninteractive',
        ...npm,
        ...trust,
        ...env,
      },
    },
  )
  if (status !== 0) throw new Error(`The commands in ${root} exited with status ${status}.`)
}
