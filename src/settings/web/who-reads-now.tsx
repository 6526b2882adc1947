import { useState } from 'react'
import { dismissMoved, type Readers } from '#site/contract/settings.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Alert } from '#ui/components/alert.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { settingsPath } from '#ui/dashboard/settings-section.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { movedText } from './who-reads.ts'

/** On the overview: who reads the blog, and once what became of a blog of version 0.1. */
export const WhoReadsNow = ({ readers: { isClosed, moved } }: { readonly readers: Readers }) => (
  <div className="stack gap-2">
    <p className="row gap-x-2 gap-y-0">
      <span>{isClosed ? 'Only the family reads this blog.' : 'Everybody may read this blog.'}</span>
      <a href={settingsPath('reading')} aria-label="Change who may read" className="link link-target">
        Change
      </a>
    </p>
    {moved === null ? null : <Moved text={movedText(moved, isClosed)} />}
  </div>
)

const Moved = ({ text }: { readonly text: string }) => {
  const [isOver, setIsOver] = useState(false)
  const { run, isBusy, error } = useAction()
  const dismiss = async () => {
    await browserApi(dismissMoved)
    changeAndFocus(
      () => setIsOver(true),
      () => null,
    )
  }
  if (isOver) return null
  return (
    <>
      <div className="alert alert-info row justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">{text}</p>
        <button type="button" className="text-button" aria-disabled={isBusy || undefined} onClick={() => void run(dismiss)}>
          Understood
        </button>
      </div>
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}
