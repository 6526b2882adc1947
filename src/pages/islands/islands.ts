/** Name of the island in a module `<name>.island.tsx`. */
export const islandName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.island\.tsx$/, '')

/** The component of an island's module: its only export. */
export const islandComponent = <Part>(module: Readonly<Record<string, Part>>): Part => {
  const [part, ...others] = Object.values(module)
  if (part === undefined || others.length > 0) throw new Error(`An island exports one component: ${Object.keys(module).join(', ')}`)
  return part
}

/** Prefix of ids within an island; must be the same on the server and in the browser. */
export const islandIdPrefix = (name: string): string => `${name}-`
