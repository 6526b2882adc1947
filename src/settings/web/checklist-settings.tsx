import { useEffect, useState } from 'react'
import { CHECKLIST_ITEMS } from '#settings/contract/checklist-items.ts'
import { type Checklist, updateChecklist } from '#settings/contract/checklist.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { SettingsCard } from '#ui/dashboard/settings-form.tsx'

const noteBackup = () => void browserApi(updateChecklist, { body: { done: 'backup' } }).catch(() => {})

/** Marks the backups as seen once the heading of their section was in view. */
const useBackupSeen = (isDone: boolean) => {
  useEffect(() => {
    const heading = document.getElementById('backups-title')
    if (isDone || heading === null) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      noteBackup()
    })
    observer.observe(heading)
    return () => observer.disconnect()
  }, [isDone])
}

const textOf = ({ isShown, done }: Checklist) => {
  if (done.length === CHECKLIST_ITEMS.length) return 'All of them are done.'
  return isShown ? 'The list is on the dashboard until all of it is done.' : 'The list is hidden.'
}

/** Hides the checklist of the dashboard, and brings it back. */
export const ChecklistSettings = ({ checklist: initial }: { readonly checklist: Checklist }) => {
  const [checklist, setChecklist] = useState(initial)
  const { run, isBusy, error } = useAction()
  useBackupSeen(initial.done.includes('backup'))
  const { isShown, done } = checklist
  const change = async () => setChecklist(await browserApi(updateChecklist, { body: { isShown: !isShown } }))
  return (
    <SettingsCard>
      <p role="status">{textOf(checklist)}</p>
      {done.length === CHECKLIST_ITEMS.length ? null : (
        <Button className="mt-4" busy={isBusy} onClick={() => void run(change)}>
          {isShown ? 'Hide the list' : 'Show the list again'}
        </Button>
      )}
      {error === null ? null : <Alert className="mt-3">{error}</Alert>}
    </SettingsCard>
  )
}
