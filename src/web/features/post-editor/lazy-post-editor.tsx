import { Suspense, lazy, useEffect } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import type { PostEditorProps } from './post-editor.tsx'

const load = async () => ({ default: (await import('./post-editor.tsx')).PostEditor })
const PostEditor = lazy(load)

const Waiting = () => {
  // The scripts come while it is found out which text to begin with.
  useEffect(() => void load().catch(() => {}), [])
  return (
    <div className="min-h-[26rem] rounded-card border border-line-strong bg-surface">
      <Spinner label="Loading the editor..." />
    </div>
  )
}

/** The editor, fetched when it is first needed; until its text is there, and on the server, its place only. */
export const LazyPostEditor = ({ waiting, ...props }: PostEditorProps & { readonly waiting: boolean }) =>
  waiting ? (
    <Waiting />
  ) : (
    <Suspense fallback={<Waiting />}>
      <PostEditor {...props} />
    </Suspense>
  )
