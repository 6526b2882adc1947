/** Access to a storage that the browser may forbid, or that is full: then nothing is found, and nothing is stored. */
const access = (open: () => Storage) => ({
  read: (key: string): string | null => {
    try {
      return open().getItem(key)
    } catch {
      return null
    }
  },
  /** @param value null removes it */
  write: (key: string, value: string | null): void => {
    try {
      if (value === null) open().removeItem(key)
      else open().setItem(key, value)
    } catch {
      // The caller works without it.
    }
  },
})

export const deviceStorage = access(() => localStorage)
/** Survives a reload, and ends with the tab. */
export const tabStorage = access(() => sessionStorage)
