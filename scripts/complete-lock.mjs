/**
 * Adds missing platform packages to package-lock.json: `node scripts/complete-lock.mjs`. With `--check`, only lists them.
 *
 * npm leaves a package of another platform out of the lock file when the registry does not have it (a mirror
 * may store only what its machines need), and `npm ci` then refuses the lock file everywhere. The added entries contain
 * version and platform, but no checksum of the content.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const LIBRARIES = { gnu: 'glibc', musl: 'musl', gnueabihf: 'glibc', musleabihf: 'musl' }

/** Derives the platform from a package name like `@oxlint/binding-linux-x64-musl`. */
export const platformOf = (name) => {
  const words = name.split(/[-/]/)
  const [os, cpu] = [SYSTEMS, PROCESSORS].map((known) => words.find((word) => known.includes(word)))
  const libc = os === 'linux' ? LIBRARIES[words.at(-1)] : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) }
}

/**
 * @param {{ packages: Record<string, { version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }> }} lock
 * @returns missing entries by path
 */
export const missingEntries = ({ packages }) => {
  const missing = {}
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const own = `${path}${path && '/'}node_modules/${name}`
      const exists = own in packages || `node_modules/${name}` in packages
      // Ranges are left to npm; platform packages have exact versions.
      if (exists || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) continue
      const { cpu, libc, os } = platformOf(name)
      missing[`node_modules/${name}`] = { version, cpu, ...(dev && { dev }), libc, optional: true, os }
    }
  }
  return missing
}

if (import.meta.filename === process.argv[1]) {
  const file = new URL('../package-lock.json', import.meta.url)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingEntries(lock)
  const names = Object.keys(missing)
  if (process.argv.includes('--check')) {
    if (names.length > 0) process.stdout.write(`package-lock.json lacks ${names.length} packages of other platforms: ${names.join(', ')}\n`)
    process.exitCode = names.length > 0 ? 1 : 0
  } else if (names.length > 0) {
    const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en'))
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
    process.stdout.write(`Added ${names.length} packages of other platforms to package-lock.json\n`)
  }
}
