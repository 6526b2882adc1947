import { useRef, useState } from 'react'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { type ListedFeedAddress, type createFeed, deleteFeed } from '#posts/contract/feeds.endpoints.ts'
import { newFeedForm } from '#posts/contract/posts.forms.ts'
import { FEED_NAME_MAX_LENGTH } from '#platform/contract/limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { ShareLink } from '#ui/components/share-link.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button, buttonStyle } from '#ui/components/button.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { Card } from '#ui/components/card.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { needsRecentSignIn, useConfirmed } from '#accounts/web/index.ts'

type MadeFeed = CallOutput<typeof createFeed>

interface FeedLineProps {
  readonly feed: ListedFeedAddress
  readonly onRevoke: () => void
}

const FeedLine = ({ feed, onRevoke }: FeedLineProps) => (
  <ListRow>
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">{feed.name}</p>
      <p className="text-small text-ink-soft">
        Added <LocalTime at={feed.createdAt} dayOnly />
        {feed.lastUsedAt === null ? (
          <span>, not read yet</span>
        ) : (
          <span>
            , last read <LocalTime at={feed.lastUsedAt} dayOnly />
          </span>
        )}
      </p>
    </div>
    <button type="button" aria-label={`Revoke ${feed.name}`} className="text-button quiet-danger -mx-3" onClick={onRevoke}>
      Revoke
    </button>
  </ListRow>
)

const selectAll = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => currentTarget.select()
/** Moves the focus to what replaces the form. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

/** Shows the address, only once: for a feed reader, or to copy. */
const NewAddress = ({ made: { feed, addresses }, onClose }: { readonly made: MadeFeed; readonly onClose: () => void }) => (
  <section aria-labelledby="new-feed" className="stack mt-4">
    <h3 id="new-feed" ref={focusOnce} tabIndex={-1} className="text-h3 outline-none wrap-anywhere">
      The address for {feed.name}
    </h3>
    <TextField
      label="Add this address to your feed reader"
      value={addresses.atom}
      readOnly
      onFocus={selectAll}
      hint="It is shown only now. If you lose it, make a new one and revoke this one."
    />
    <p className="text-small text-ink-soft">
      For readers that know other formats only, it may end in <span className="whitespace-nowrap">rss.xml</span> or{' '}
      <span className="whitespace-nowrap">feed.json</span> as well.
    </p>
    <div className="row gap-3">
      <ShareLink url={addresses.atom} title={feed.name} label="Share or copy" className={buttonStyle('primary')} />
      <Button onClick={onClose}>Done</Button>
    </div>
  </section>
)

interface NewFeedFormProps {
  readonly onMade: (made: MadeFeed) => void
  readonly onCancel: () => void
}

const NewFeedForm = ({ onMade, onCancel }: NewFeedFormProps) => {
  const { ask, dialog } = useConfirmed()
  const form = useDeclaredForm(newFeedForm, {
    onDone: onMade,
    onFailure: (error) => {
      if (!needsRecentSignIn(error)) return false
      ask(async () => form.props.ref.current?.requestSubmit())
      return true
    },
  })
  return (
    <>
      <DeclaredForm form={form} label="A new private feed" className="mt-4 grid gap-4">
        <TextField
          label="Name"
          name="name"
          dir="auto"
          autoFocus
          defaultValue="My feed reader"
          maxLength={FEED_NAME_MAX_LENGTH}
          error={form.errorOf('name')}
          hint="For yourself: ‘The tablet’, ‘Feedly’."
        />
        <FormMessage form={form} />
        <div className="row gap-3">
          <Button type="submit" variant="primary" busy={form.isPending}>
            Make the address
          </Button>
          <Button disabled={form.isPending} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </DeclaredForm>
      {dialog}
    </>
  )
}

type Shown = { readonly type: 'list' | 'form' } | { readonly type: 'address'; readonly made: MadeFeed }

/** The user's feeds at secret addresses: list, create and revoke. */
export const YourFeeds = ({ feeds: initial }: { readonly feeds: readonly ListedFeedAddress[] }) => {
  const [feeds, setFeeds] = useState(initial)
  const [shown, setShown] = useState<Shown>({ type: 'list' })
  const heading = useRef<HTMLHeadingElement>(null)
  const { run, error } = useAction()
  const { name: blog } = useSite()
  const close = () => {
    setShown({ type: 'list' })
    heading.current?.focus()
  }
  const add = (made: MadeFeed) => {
    setFeeds((before) => [...before, made.feed])
    setShown({ type: 'address', made })
  }
  const revoke = async ({ _id }: ListedFeedAddress) => {
    await browserApi(deleteFeed, { params: { feedId: _id } })
    setFeeds((before) => before.filter((each) => each._id !== _id))
    setShown((before) => (before.type === 'address' && before.made.feed._id === _id ? { type: 'list' } : before))
    heading.current?.focus()
  }
  return (
    <Card as="section" aria-labelledby="your-feeds">
      <h2 ref={heading} id="your-feeds" tabIndex={-1} className="text-[1.25rem] outline-none">
        Your private feeds
      </h2>
      <p className="mt-1 text-small text-ink-soft">
        With an address of your own, a feed reader shows you all that you may read on {blog}. The address is a key: anyone who has it can
        read along, so do not share it. Pictures of posts that are not for everyone are links there.
      </p>
      <ul className="mt-1">
        {feeds.map((feed) => (
          <FeedLine key={feed._id} feed={feed} onRevoke={() => void run(() => revoke(feed))} />
        ))}
      </ul>
      {shown.type === 'list' ? (
        <Button className="mt-3" onClick={() => setShown({ type: 'form' })}>
          {feeds.length === 0 ? 'Make a private feed' : 'Make a new one'}
        </Button>
      ) : null}
      {shown.type === 'form' ? <NewFeedForm onMade={add} onCancel={close} /> : null}
      {shown.type === 'address' ? <NewAddress made={shown.made} onClose={close} /> : null}
      {error === null ? null : <Alert className="mt-3">{error}</Alert>}
    </Card>
  )
}
