import { useEffect } from 'react'

/** Has the browser ask before the page is left with text that is not stored yet. */
export const LeaveGuard = ({ hasUnsaved }: { readonly hasUnsaved: () => boolean }) => {
  useEffect(() => {
    const askBrowser = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', askBrowser)
    return () => removeEventListener('beforeunload', askBrowser)
  }, [hasUnsaved])
  return null
}
