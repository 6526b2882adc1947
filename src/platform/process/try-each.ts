/**
 * Does the work for each item, in sequence; one that fails does not keep the others from it.
 * @param onDone gets the items whose work succeeded, also when others failed
 * @throws AggregateError after all were tried
 */
export async function tryEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  onDone?: (items: readonly T[]) => void,
): Promise<void> {
  const done: T[] = []
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
      done.push(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (done.length > 0) onDone?.(done)
  if (errors.length === 0) return
  const [first] = errors
  throw new AggregateError(
    errors,
    `${errors.length} of ${done.length + errors.length} failed: ${first instanceof Error ? first.message : String(first)}`,
  )
}
