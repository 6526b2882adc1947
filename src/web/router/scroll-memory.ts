const STORAGE_KEY = 'scroll'

/** Where a screen should be scrolled to: as it was, to a part of it, or (with neither) to the top. */
type Target = { readonly key: string } | { readonly hash: string }

const readPositions = (): Map<string, number> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

const writePositions = (positions: Map<string, number>) => {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-50)))
  } catch {
    // Without storage a reload begins at the top; nothing else is lost.
  }
}

const partOf = (hash: string): HTMLElement | null => {
  const id = hash.slice(1)
  if (id === '') return null
  try {
    return document.getElementById(decodeURIComponent(id))
  } catch {
    return document.getElementById(id)
  }
}

/** To the top on each path change, and back where one was on 'back' (spec §2). */
export const createScrollMemory = () => {
  const positions = readPositions()
  let expected: Target | null = null

  return {
    remember(key: string) {
      positions.delete(key)
      positions.set(key, scrollY)
      writePositions(positions)
    },
    /** What {@link restore} will do once the next screen stands. */
    expect(target: Target) {
      expected = target
    },
    /** After a reload the expected place is that of the same entry of the history. */
    restore(key: string, isFirst: boolean) {
      const target: Target | null = isFirst ? (positions.has(key) ? { key } : null) : expected
      expected = null
      if (target === null) return
      if ('key' in target) return scrollTo({ top: positions.get(target.key) ?? 0, behavior: 'instant' })
      const part = partOf(target.hash)
      if (part) part.scrollIntoView()
      else scrollTo({ top: 0, behavior: 'instant' })
    },
  }
}
