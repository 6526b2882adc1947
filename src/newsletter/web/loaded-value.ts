import { useSyncExternalStore } from 'react'

interface LoadedValue<T> {
  readonly get: () => T | null
  readonly set: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A value that is loaded when a component first shows it; null until then, and if it cannot be loaded. */
const createLoadedValue = <T>(load: () => Promise<T>): LoadedValue<T> => {
  let value: T | null = null
  let isLoading = false
  const listeners = new Set<() => void>()
  const set = (loaded: T) => {
    value = loaded
    for (const listener of listeners) listener()
  }
  return {
    get: () => value,
    set,
    subscribe: (listener) => {
      listeners.add(listener)
      if (!isLoading) {
        isLoading = true
        void load().then(set, () => (isLoading = false))
      }
      return () => listeners.delete(listener)
    },
  }
}

const nothing = () => null

/** Values by key, which are loaded once for a page. */
export const createLoadedValues = <T>(load: (key: string) => Promise<T>) => {
  const values = new Map<string, LoadedValue<T>>()
  const of = (key: string): LoadedValue<T> => {
    const value = values.get(key) ?? createLoadedValue(() => load(key))
    values.set(key, value)
    return value
  }
  return {
    set: (key: string, value: T) => of(key).set(value),
    use: (key: string): T | null => {
      const { subscribe, get } = of(key)
      return useSyncExternalStore(subscribe, get, nothing)
    },
  }
}
