import { useRef, useState } from 'react'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { createPrivateFeed, deletePrivateFeed, type PrivateFeed } from '#posts/contract/feeds.endpoints.ts'
import { useCurrentUser } from '#accounts/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { ShareLink } from '#ui/components/share-link.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button, buttonStyle } from '#ui/components/button.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { Card } from '#ui/components/card.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { focusOnce } from '#ui/components/focus-notice.ts'

type MadeFeed = CallOutput<typeof createPrivateFeed>

const FeedLine = ({ feed, onRevoke }: { readonly feed: PrivateFeed; readonly onRevoke: () => void }) => (
  <ListRow>
    <p className="min-w-0">
      Made <LocalTime at={feed.createdAt} dayOnly />
      {feed.lastUsedAt === null ? (
        <span>, not read yet</span>
      ) : (
        <span>
          , last read <LocalTime at={feed.lastUsedAt} dayOnly />
        </span>
      )}
    </p>
    <button type="button" aria-label="Revoke the private feed" className="text-button quiet-danger -mx-3" onClick={onRevoke}>
      Revoke
    </button>
  </ListRow>
)

const selectAll = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => currentTarget.select()

/** Shows the address, only once: for a feed reader, or to copy. */
const NewAddress = ({ addresses, onClose }: Pick<MadeFeed, 'addresses'> & { readonly onClose: () => void }) => (
  <section aria-labelledby="new-feed" className="stack mt-4">
    <h3 id="new-feed" ref={focusOnce} tabIndex={-1} className="text-h3 outline-none">
      Your new address
    </h3>
    <TextField
      label="Add this address to your feed reader"
      value={addresses.atom}
      readOnly
      onFocus={selectAll}
      hint="It is shown only now. If you lose it, make a new one. For readers that know RSS only, it may end in rss.xml."
    />
    <div className="row gap-3">
      <ShareLink url={addresses.atom} title="Private feed" label="Share or copy" className={buttonStyle('primary')} />
      <Button onClick={onClose}>Done</Button>
    </div>
  </section>
)

const NewFeed = ({ hasOne, onMade }: { readonly hasOne: boolean; readonly onMade: (made: MadeFeed) => void }) => {
  const { run, isBusy, error } = useAction()
  return (
    <div className="stack mt-3">
      <div className="row gap-x-4 gap-y-2">
        <Button busy={isBusy} onClick={() => void run(async () => onMade(await browserApi(createPrivateFeed)))}>
          {hasOne ? 'Make a new address' : 'Make a private feed'}
        </Button>
        {hasOne ? <span className="text-small text-ink-soft">Readers with the present address stop then.</span> : null}
      </div>
      {error === null ? null : <Alert>{error}</Alert>}
    </div>
  )
}

/** The user's feed at a secret address: make it, replace it and revoke it. */
export const YourFeed = ({ feed: initial }: { readonly feed: PrivateFeed | null }) => {
  const [feed, setFeed] = useState(initial)
  const [addresses, setAddresses] = useState<MadeFeed['addresses'] | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { run, error } = useAction()
  const { name: blog } = useSite()
  const isAdmin = useCurrentUser()?.isAdmin === true
  const close = () => {
    setAddresses(null)
    heading.current?.focus()
  }
  const revoke = async () => {
    await browserApi(deletePrivateFeed)
    setFeed(null)
    close()
  }
  return (
    <Card as="section" aria-labelledby="your-feed">
      <h2 ref={heading} id="your-feed" tabIndex={-1} className="text-[1.25rem] outline-none">
        Your private feed
      </h2>
      <p className="mt-1 text-small text-ink-soft">
        With an address of your own, a feed reader shows you all that you may read on {blog}. The address is a key: anyone who has it can
        read along, so do not share it. Pictures of posts that are not for everyone are links there.
        {isAdmin ? <span> Posts for admins alone are not in it.</span> : null}
      </p>
      {feed === null ? null : (
        <ul>
          <FeedLine feed={feed} onRevoke={() => void run(revoke)} />
        </ul>
      )}
      {addresses === null ? (
        <NewFeed
          hasOne={feed !== null}
          onMade={(made) => {
            setFeed(made.feed)
            setAddresses(made.addresses)
          }}
        />
      ) : (
        <NewAddress addresses={addresses} onClose={close} />
      )}
      {error === null ? null : <Alert className="mt-3">{error}</Alert>}
    </Card>
  )
}
