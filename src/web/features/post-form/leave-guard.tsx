import { useCallback } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Dialog } from '#web/ui/dialog.tsx'

/** Asks before a navigation, a reload or a closed tab leaves unsaved text behind. */
export const LeaveGuard = ({ hasUnsaved }: { readonly hasUnsaved: () => boolean }) => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname)
  useBeforeUnload(
    useCallback(
      (event) => {
        if (hasUnsaved()) event.preventDefault()
      },
      [hasUnsaved],
    ),
  )
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep writing"
      tone="primary"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>Your text stays on this device, but it is not published yet.</p>
    </Dialog>
  )
}
