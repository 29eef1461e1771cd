/** A disk whose power can be cut: an ext4 file system in a file. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Larger than the free space below which the server rejects uploads. The file is sparse. */
const bytes = 6 * 2 ** 30
/**
 * EXT4_IOC_SHUTDOWN, and the flag that makes the file system discard its journal instead of
 * flushing it.
 */
const shutdown = 0x8004587d
const withoutLog = 2
/** Mount options, used in turn: those of a typical server, and those that lose the most data. */
const options = ['noauto_da_alloc', 'noauto_da_alloc,data=writeback,commit=30']

/** Programs that can call an ioctl, which Node cannot. */
const callers = {
  perl: [
    '-e',
    'open(my $d, "<", $ARGV[0]) or die $!; ioctl($d, $ARGV[1], pack("L", $ARGV[2])) or die $!',
  ],
  python3: [
    '-c',
    'import fcntl,os,struct,sys; fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), int(sys.argv[2]), struct.pack("I", int(sys.argv[3])))',
  ],
}

const has = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** Returns why this machine cannot run the test; null if it can. */
export function findMissingRequirement() {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'it needs root, to mount and shut down a file system'
  if (!has('mkfs.ext4') && spawnSync('mkfs.ext4', ['-V'], { stdio: 'ignore' }).error)
    return 'mkfs.ext4 is missing (e2fsprogs)'
  if (!Object.keys(callers).some(has))
    return 'perl or python3 is missing; either can call the ioctl'
  const { status } = spawnSync('losetup', ['--find'], { stdio: 'ignore' })
  return status === 0 ? null : 'there is no free loop device to mount a file'
}

export class PowerCutDisk {
  #image
  #mounts = 0
  #isMounted = false

  /**
   * Creates the file system in `folder` and mounts it at `root`. Throws with the output of a failed
   * command.
   */
  constructor(folder) {
    this.#image = join(folder, 'disk.img')
    this.root = join(folder, 'disk')
    writeFileSync(this.#image, '')
    truncateSync(this.#image, bytes)
    mkdirSync(this.root)
    run('mkfs.ext4', '-q', '-m', '0', this.#image)
    this.mount()
  }

  mount() {
    run('mount', '-o', `loop,${options[this.#mounts++ % options.length]}`, this.#image, this.root)
    this.#isMounted = true
  }

  /** Cuts the power: data that has not reached the disk is lost. */
  cutPower() {
    const [caller, args] = Object.entries(callers).find(([program]) => has(program))
    run(caller, ...args, this.root, String(shutdown), String(withoutLog))
  }

  unmount() {
    if (this.#isMounted) run('umount', this.root)
    this.#isMounted = false
  }
}

function run(program, ...args) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
}
