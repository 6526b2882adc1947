import { useState } from 'react'

interface ShareLinkProps {
  readonly url: string
  /** Title that the other app gets. */
  readonly title: string
  readonly label: string
  readonly className?: string
}

const share = async ({ url, title }: ShareLinkProps): Promise<'shared' | 'copied'> => {
  if (navigator.canShare?.({ title, url })) {
    await navigator.share({ title, url })
    return 'shared'
  }
  await navigator.clipboard.writeText(url)
  return 'copied'
}

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Hands a link to another app, or copies it. If the browser supports neither, it is shown, to be copied by hand. */
export const ShareLink = (props: ShareLinkProps) => {
  const [outcome, setOutcome] = useState<'copied' | 'by hand' | null>(null)
  const send = async () => {
    try {
      if ((await share(props)) === 'copied') setOutcome('copied')
    } catch (error) {
      if (!isCancelled(error)) setOutcome('by hand')
    }
  }
  return (
    <>
      <button type="button" className={props.className} onClick={() => void send()}>
        {props.label}
      </button>
      <span role="status" className="text-small text-ink-soft">
        {outcome === 'copied' ? 'Copied.' : outcome === 'by hand' ? 'Please copy the link by hand.' : null}
      </span>
      {outcome === 'by hand' ? (
        <input ref={(field) => field?.select()} readOnly value={props.url} aria-label="The link" className="ruled w-full px-2 text-ink" />
      ) : null}
    </>
  )
}
