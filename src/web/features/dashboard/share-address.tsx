import { useState } from 'react'
import { useSite } from '#web/page/page-context.ts'

interface ShareAddressProps {
  readonly label: string
  readonly onShared: () => void
}

/** The address that the admin has opened is one that works. */
const share = async (title: string): Promise<'shared' | 'copied'> => {
  const url = location.origin
  if (navigator.canShare?.({ title, url })) {
    await navigator.share({ title, url })
    return 'shared'
  }
  await navigator.clipboard.writeText(url)
  return 'copied'
}

const hasChangedMind = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Hands the address of the blog to another app, or copies it. Where the browser does neither, it is there to be copied by hand. */
export const ShareAddress = ({ label, onShared }: ShareAddressProps) => {
  const { name } = useSite()
  const [outcome, setOutcome] = useState<'copied' | 'by hand' | null>(null)
  const send = async () => {
    try {
      if ((await share(name)) === 'copied') setOutcome('copied')
      onShared()
    } catch (error) {
      if (!hasChangedMind(error)) setOutcome('by hand')
    }
  }
  return (
    <>
      <button type="button" className="link link-target" onClick={() => void send()}>
        {label}
      </button>
      <span role="status" className="text-small text-ink-soft">
        {outcome === 'copied' ? ' Copied.' : outcome === 'by hand' ? <strong className="wrap-anywhere"> {location.origin}</strong> : null}
      </span>
    </>
  )
}
