import { type ComponentType, useEffect, useState } from 'react'

/** Loads a part of the editor when it is first opened; null until then. `onFailed` is called if its script does not load. */
export function useLazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: boolean,
  onFailed: () => void,
): ComponentType<Props> | null {
  const [part, setPart] = useState<{ readonly Part: ComponentType<Props> } | null>(null)
  const needed = isOpen && part === null
  useEffect(() => {
    if (needed) load().then((Part) => setPart({ Part }), onFailed)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions are new at each render
  }, [needed])
  return isOpen ? (part?.Part ?? null) : null
}
