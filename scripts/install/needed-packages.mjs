/** What the build needs in addition to what the blog needs; all other development packages are for tests and checks. */
const BUILD_PACKAGES = ['@fontsource/fraunces', '@tailwindcss/vite', '@vitejs/plugin-react', 'tailwindcss', 'vite']

const matches = (wanted, actual) => {
  const list = wanted === undefined ? [] : [wanted].flat()
  const [denied, allowed] = [list.filter((name) => name.startsWith('!')), list.filter((name) => !name.startsWith('!'))]
  return !denied.includes(`!${actual}`) && (allowed.length === 0 || allowed.includes(actual))
}

/** As Node finds a package: in the package's own node_modules, then in those of the folders above. */
const resolve = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

const dependenciesOf = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
]

/**
 * Lists the packages of package-lock.json that this platform needs.
 * @param {{ packages: Record<string, object> }} lock
 * @param {{ forBuild: boolean, platform?: string, arch?: string, libc?: string }} options
 * @returns {string[]} their paths, `node_modules/…`, sorted
 */
export const neededPackages = ({ packages }, { forBuild, platform = process.platform, arch = process.arch, libc = 'glibc' }) => {
  const { dependencies, optionalDependencies } = packages['']
  const queue = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...(forBuild ? BUILD_PACKAGES : [])].map((name) => [
    '',
    name,
  ])
  const needed = new Set()
  for (const [from, name] of queue) {
    const path = resolve(packages, from, name)
    const entry = packages[path]
    if (entry === undefined || needed.has(path) || entry.inBundle) continue
    if (!matches(entry.os, platform) || !matches(entry.cpu, arch) || !matches(entry.libc, libc)) continue
    needed.add(path)
    queue.push(...dependenciesOf(entry).map((dependency) => [path, dependency]))
  }
  return [...needed].sort((a, b) => (a < b ? -1 : 1))
}
