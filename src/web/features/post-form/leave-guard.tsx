import { useCallback, useEffect } from 'react'
import type { LeaveCheck } from '#web/router/browser-router.ts'
import { useLeaveCheck, useLocation } from '#web/router/router-context.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks before a navigation, a reload or a closed tab leaves unsaved text behind. */
export const LeaveGuard = ({ hasUnsaved }: { readonly hasUnsaved: () => boolean }) => {
  const { pathname } = useLocation()
  const check: LeaveCheck = useCallback((next) => hasUnsaved() && next.pathname !== pathname, [hasUnsaved, pathname])
  const blocked = useLeaveCheck(check)
  useEffect(() => {
    const askBrowser = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', askBrowser)
    return () => removeEventListener('beforeunload', askBrowser)
  }, [hasUnsaved])
  return (
    <Dialog
      open={blocked !== null}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep writing"
      tone="primary"
      onConfirm={() => blocked?.proceed()}
      onCancel={() => blocked?.stay()}
    >
      <p>Your text stays on this device, but it is not published yet.</p>
    </Dialog>
  )
}
