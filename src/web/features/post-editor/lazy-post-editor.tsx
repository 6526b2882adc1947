import { Suspense, lazy } from 'react'
import { useHydrated } from '#web/features/use-hydrated.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { PostEditorProps } from './post-editor.tsx'

const PostEditor = lazy(async () => ({ default: (await import('./post-editor.tsx')).PostEditor }))

const Waiting = () => (
  <div className="min-h-[26rem] rounded-card border border-line-strong bg-surface">
    <Spinner label="Loading the editor..." />
  </div>
)

/** The editor, fetched when it is first needed; on the server its place only. */
export const LazyPostEditor = (props: PostEditorProps) =>
  useHydrated() ? (
    <Suspense fallback={<Waiting />}>
      <PostEditor {...props} />
    </Suspense>
  ) : (
    <Waiting />
  )
