import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating, where zone and clock of the reader are not known. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
