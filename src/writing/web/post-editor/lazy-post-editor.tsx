import { type ComponentType, useEffect, useState } from 'react'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Spinner } from '#ui/components/spinner.tsx'
import type { PostEditorProps } from './post-editor.tsx'

type Script = { readonly type: 'loading' | 'failed' } | { readonly type: 'loaded'; readonly Editor: ComponentType<PostEditorProps> }

const useEditorScript = (): Script => {
  const [script, setScript] = useState<Script>({ type: 'loading' })
  useEffect(() => {
    import('./post-editor.tsx').then(
      ({ PostEditor }) => setScript({ type: 'loaded', Editor: PostEditor }),
      () => setScript({ type: 'failed' }),
    )
  }, [])
  return script
}

/** Browsers remember that a script failed until the page is reloaded; the text is saved. */
const NotLoaded = () => (
  <div className="grid justify-items-start gap-3 p-5">
    <Alert>The editor could not be loaded. What you have written so far is safe.</Alert>
    <Button onClick={() => location.reload()}>Try again</Button>
  </div>
)

/** Loads the editor when it is first needed. Renders a placeholder until the text is known, and on the server. */
export const LazyPostEditor = ({ waiting, ...props }: PostEditorProps & { readonly waiting: boolean }) => {
  const script = useEditorScript()
  if (script.type === 'loaded' && !waiting) return <script.Editor {...props} />
  return (
    <div className="min-h-[26rem] rounded-card border border-line-strong bg-surface">
      {script.type === 'failed' ? <NotLoaded /> : <Spinner label="Loading the editor..." />}
    </div>
  )
}
