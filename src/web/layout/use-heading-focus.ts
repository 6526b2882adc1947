import { useEffect, useRef } from 'react'
import { PAGE_HEADING_ID } from '#web/ui/page-heading.tsx'
import { useLocation } from '#web/router/router-context.tsx'

/** Gives the focus to the new screen's heading after a navigation to another path. */
export const useHeadingFocus = (): void => {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash === '') document.getElementById(PAGE_HEADING_ID)?.focus({ preventScroll: true })
  }, [pathname, hash])
}
