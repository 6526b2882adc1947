import { createContext, useContext } from 'react'

/** Called where a page has its further style; returns the address, or null where the head has that style already. */
export const FurtherStyleContext = createContext<() => string | null>(() => null)

/**
 * Loads the style of everything below it here, so that the first paint does not wait for it. A page without this has it
 * in its head.
 */
export const FurtherStyle = () => {
  const href = useContext(FurtherStyleContext)()
  return href === null ? null : <link rel="stylesheet" href={href} />
}
