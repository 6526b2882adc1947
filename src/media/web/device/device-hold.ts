/** Holds something on this device for this tab, so that no tab offers it. @returns a function that lets it go */
export function holdOnDevice(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Undefined over plain http, despite its type.
  const locks = navigator.locks as LockManager | undefined
  void locks?.request(name, () => promise).catch(() => {})
  return resolve
}

/** Names that a tab holds. */
export async function listHeld(): Promise<ReadonlySet<string | undefined>> {
  const locks = navigator.locks as LockManager | undefined
  return new Set((await locks?.query())?.held?.map(({ name }) => name))
}
