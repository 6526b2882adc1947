import { createContext, useContext } from 'react'

/** Called where a page loads its further style; returns the URL, or null if <head> contains it. */
export const FurtherStyleContext = createContext<() => string | null>(() => null)

/**
 * Loads the style of everything below it here, so that the first paint does not wait for it. Pages without this component
 * have that style in <head>.
 */
export const FurtherStyle = () => {
  const href = useContext(FurtherStyleContext)()
  return href === null ? null : <link rel="stylesheet" href={href} />
}
