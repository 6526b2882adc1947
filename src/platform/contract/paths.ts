/** Path patterns such as `/post/:postSlug`. Static segments match in any letter case; empty segments are ignored. */

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')

/** Path of a URL with exactly one slash at its start: browsers take `//` as the start of another host. */
export const plainPath = ({ pathname }: URL): string => `/${segmentsOf(pathname).join('/')}`

/** A loop: an expression would try every run of slashes, which takes 190 ms for a path of 16,000. */
export const withoutTrailingSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** @returns the decoded values of the pattern's `:name` segments, or null when the path does not match */
export const matchPath = (pattern: string, pathname: string): Readonly<Record<string, string>> | null => {
  const wanted = segmentsOf(pattern)
  const given = segmentsOf(pathname)
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = decode(value)
    else if (segment !== value.toLowerCase()) return null
  }
  return params
}

/** Matches whole paths as the router does. `:name{pattern}` restricts a parameter. */
export const patternOf = (path: string): string =>
  segmentsOf(path)
    .map((segment) => {
      const [parameter, pattern] = /^:\w+(?:\{(.+)\})?$/.exec(segment) ?? []
      if (parameter === undefined) return `/${segment.replaceAll('.', String.raw`\.`)}`
      return `/(?:${pattern ?? '[^/]+'})`
    })
    .join('') || '/'
