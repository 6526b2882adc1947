import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating, when the reader's time zone and clock are unknown. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
