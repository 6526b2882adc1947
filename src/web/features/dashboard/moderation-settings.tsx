import { useState } from 'react'
import type { Settings } from '#contract/endpoints/settings.ts'
import { errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { Alert } from '#web/ui/alert.tsx'

const SWITCHES: readonly { readonly name: keyof Settings; readonly label: string }[] = [
  { name: 'firstCommentsWait', label: 'New readers’ first comments wait for approval' },
  { name: 'linkCommentsWait', label: 'Comments with links wait for approval' },
]

/** Which comments wait until an admin has approved them; a change is saved at once. */
export const ModerationSettings = ({ settings: initial }: { readonly settings: Settings }) => {
  const [settings, setSettings] = useState(initial)
  const [failure, setFailure] = useState<string | null>(null)
  const change = async (name: keyof Settings, isOn: boolean) => {
    const before = settings
    setSettings({ ...settings, [name]: isOn })
    try {
      setSettings(await browserApi('PUT /api/settings', { body: { [name]: isOn } }))
      setFailure(null)
    } catch (error) {
      setSettings(before)
      setFailure(errorMessage(error))
    }
  }
  return (
    <fieldset className="rounded-card border border-line bg-surface p-5">
      <legend className="sr-only">Approval of comments</legend>
      {SWITCHES.map(({ name, label }) => (
        <label key={name} className="flex min-h-[44px] cursor-pointer items-center gap-3 py-1">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-heart"
            checked={settings[name]}
            onChange={(event) => void change(name, event.target.checked)}
          />
          {label}
        </label>
      ))}
      {failure === null ? null : <Alert className="mt-3">{failure}</Alert>}
    </fieldset>
  )
}
