// `npm run operate:rehearse`: runs every block of commands of docs/operate.md in a fresh Debian
// system, in order and each in a new shell, and then the steps of the Dockerfile. Requires root and
// mmdebstrap.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root as program } from '../project-files.mjs'
import { copyRoot, createDebianRoot, runIn } from './debian-root.mjs'
import { buildImage } from './dockerfile.mjs'
import { fillInSettings, guideBlocks } from './guide-blocks.mjs'

const checkReady = 'curl --fail --silent --show-error --retry 60 --retry-all-errors --retry-delay 1'

/** Lets systemd verify the unit files. */
const unitsHold = `
apt-get install -y --no-install-recommends systemd >/dev/null
systemd-analyze verify /etc/systemd/system/matricola@3000.service /etc/systemd/system/matricola-backup.service /etc/systemd/system/matricola-backup.timer /etc/systemd/system/matricola-alarm@unit.service
`

/** Environment variables of this machine that npm needs. */
const passedVariables = ['npm_config_registry', 'NODE_EXTRA_CA_CERTS']
  .map((name) => `\${${name}:+${name}="$${name}"}`)
  .join(' ')

/** Uses every line that the settings file suggests, with values that a shell would misinterpret. */
const writeSettings = `cat > /etc/matricola/settings <<'END'\n${fillInSettings(readFileSync(join(program, 'deploy/settings'), 'utf8'))}END\n`

/**
 * Sends a request through the proxy as configured, but without the certificate, which requires a
 * public host name.
 */
const proxyPasses = `
sed 's|^admission.university.example|http://127.0.0.1:8180|' /etc/caddy/Caddyfile > /tmp/Caddyfile
caddy start --config /tmp/Caddyfile --adapter caddyfile 2>/dev/null
${checkReady} http://127.0.0.1:8180/readyz
echo
`

const folder = mkdtempSync(join(tmpdir(), 'matricola-operate-'))
try {
  // A folder given as an argument contains a Debian system, which may be prepared to speed up the
  // rehearsal.
  const debian = process.argv[2] ?? join(folder, 'debian')
  if (process.argv[2] === undefined) createDebianRoot(debian)
  console.log('== Commands of docs/operate.md')
  followGuide(debian)
  console.log('\n== Dockerfile')
  runImage(debian)
  console.log('\nAll commands succeeded.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function followGuide(debian) {
  const machine = join(folder, 'machine')
  copyRoot(debian, machine)
  // The last commit of this repository serves as the university's repository.
  mkdirSync(join(machine, 'srv'), { recursive: true })
  execFileSync('git', ['clone', '--quiet', '--bare', program, join(machine, 'srv/matricola.git')])
  writeFileSync(
    join(machine, 'root/.gitconfig'),
    '[url "file:///srv/"]\n\tinsteadOf = https://git.university.example/\n[safe]\n\tdirectory = *\n',
  )
  copyFileSync(join(program, 'scripts/operate/systemctl'), join(machine, 'usr/local/bin/systemctl'))
  const blocks = guideBlocks(readFileSync(join(program, 'docs/operate.md'), 'utf8'))
  mkdirSync(join(machine, 'srv/blocks'))
  // Each block runs in a new shell, because a reader may open the guide at any heading.
  const script = blocks.map(({ heading, commands }, at) => {
    writeFileSync(join(machine, `srv/blocks/${at}.sh`), commands)
    const fill = commands.includes('/etc/matricola/settings\n') && at === 0 ? writeSettings : ''
    return `echo '-- ${heading}'\n(cd /root && exec env -i HOME=/root PATH="$PATH" LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive ${passedVariables} bash -euxo pipefail /srv/blocks/${at}.sh)\n${fill}`
  })
  runIn(
    machine,
    `trap 'tail -n 30 /var/log/units/* >&2' ERR\n${script.join('')}${unitsHold}${proxyPasses}`,
  )
}

function runImage(debian) {
  const context = join(folder, 'context')
  execFileSync('git', ['clone', '--quiet', program, context])
  rmSync(join(context, '.git'), { recursive: true })
  const { root, env, user, workdir, CMD, HEALTHCHECK } = buildImage({ context, debian, folder })
  const as = `setpriv --reuid ${user} --regid ${user} --init-groups`
  runIn(
    root,
    `cd ${workdir}
${as} ${CMD.join(' ')} &
for second in $(seq 60); do sleep 1; ${as} ${HEALTHCHECK.join(' ')} && break; test "$second" -lt 60; done
kill %1
wait %1
${as} matricola backup /tmp/image.tar.gz
`,
    { ...env, PUBLIC_ORIGIN: 'https://admission.university.example', HOME: '/var/lib/matricola' },
  )
}
