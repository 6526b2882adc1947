/** Rejects with a `TimeoutError` if the work takes longer. */
export const inTime = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DOMException('Too slow', 'TimeoutError')), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
