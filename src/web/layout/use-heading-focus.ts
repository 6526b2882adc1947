import { useEffect, useRef } from 'react'
import { PAGE_HEADING_ID } from '#web/ui/page-heading.tsx'
import { useLocation } from '#web/router/router-context.tsx'

/** Gives the focus to the heading after a navigation to another screen, another tab or another search. */
export const useHeadingFocus = (): void => {
  const { pathname, search, hash } = useLocation()
  const address = pathname + search
  const shown = useRef(address)
  useEffect(() => {
    if (shown.current === address) return
    shown.current = address
    if (hash === '') document.getElementById(PAGE_HEADING_ID)?.focus({ preventScroll: true })
  }, [address, hash])
}
