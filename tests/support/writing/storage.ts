/** A storage as browsers have it, with room for `size` characters. */
export const makeStorage = (size = Infinity) => {
  let room = size
  const stored = new Map<string, string>()
  return {
    get length() {
      return stored.size
    },
    fillUp: () => {
      room = 0
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
  }
}
