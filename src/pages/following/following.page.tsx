import { getLinkedMails, type MailChoices } from '#newsletter/contract/newsletter.endpoints.ts'
import { endFollowingForm } from '#newsletter/contract/newsletter.forms.ts'
import { MailsForm } from '#newsletter/web/index.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { EntryScreen } from '#accounts/web/index.ts'
import { Brand } from '#pages/layout/brand.tsx'
import { usePage } from '#site/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import { type LoaderArgs, withResponse } from '#pages/page/page-module.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'

const KINDS = { posts: 'New posts', replies: 'Replies to your comments', comments: 'New comments' } as const
type MailKind = keyof typeof KINDS
const isMailKind = (what: string | null): what is MailKind => what !== null && Object.hasOwn(KINDS, what)

/** What has just happened. */
type FollowingEvent = 'welcome' | 'ended' | null
const EVENTS = ['welcome', 'ended'] as const

type FollowingData =
  | {
      readonly type: 'open'
      readonly link: string
      readonly choices: MailChoices
      readonly event: FollowingEvent
      /** Mails whose link was opened, if they still come. */
      readonly stoppable: MailKind | null
    }
  | { readonly type: 'unknown' }

/** The URL contains a key: the page must not be stored, and the referrer is only the origin. */
const PRIVATE = { 'cache-control': 'private, no-store', 'referrer-policy': 'strict-origin' }
const NOT_FOUND = 404

export const loader = async ({ url: { searchParams }, api }: LoaderArgs) => {
  const link = searchParams.get('link')
  if (link === null) return withResponse<FollowingData>({ type: 'unknown' }, { headers: PRIVATE })
  try {
    const choices = await api(getLinkedMails, { query: { link } })
    // An address that is opened again later may say what is over.
    const isTrue = { welcome: choices.posts !== null, ended: choices.posts === null || choices.replies !== null }
    const event = EVENTS.find((name) => searchParams.has(name) && isTrue[name]) ?? null
    const what = searchParams.get('what')
    const stoppable = event === null && isMailKind(what) && choices[what] ? what : null
    return withResponse<FollowingData>({ type: 'open', link, choices, event, stoppable }, { headers: PRIVATE })
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== NOT_FOUND && error.code !== 'bad_request')) throw error
    return withResponse<FollowingData>({ type: 'unknown' }, { status: NOT_FOUND, headers: PRIVATE })
  }
}

export const head = (): PageHead => ({
  title: 'Your mails',
  description: 'Choose which mails you get, or end them.',
  path: null,
  noIndex: true,
})

const HomeLink = () => (usePage().mayReadBlog ? <LinkButton href="/">Go home</LinkButton> : null)

const Unknown = () => {
  const { site, mayReadBlog } = usePage()
  return (
    <>
      <Alert kind="info">This link is no longer valid, and sends no more mails. If some still come, open the link in the newest one.</Alert>
      {site.mail && mayReadBlog ? (
        <LinkButton href="/follow" variant="primary">
          Follow again
        </LinkButton>
      ) : null}
      <HomeLink />
    </>
  )
}

/** Ends on a press alone, because mail programs and scanners open every link of a mail, some with a browser that runs scripts. */
const StopForm = ({ link, what }: { readonly link: string; readonly what: MailKind }) => {
  const form = useDeclaredForm(endFollowingForm)
  return (
    <DeclaredForm form={form}>
      <input type="hidden" name="link" value={link} />
      <input type="hidden" name="what" value={what} />
      <FormMessage form={form} />
      <Button type="submit" variant="primary">
        Stop these mails
      </Button>
    </DeclaredForm>
  )
}

/** A visitor follows nothing else. */
const endedWords = ({ posts, replies }: MailChoices): string =>
  posts === null && replies === null
    ? 'No more mails come to you, and your address is deleted in a day. Until then you can choose again here.'
    : 'These mails do not come to you any more.'

const Choices = ({ choices, event, link, stoppable }: FollowingData & { readonly type: 'open' }) => (
  <>
    {event === 'welcome' ? <Alert kind="success">Thank you. New posts come to you by mail from now on.</Alert> : null}
    {event === 'ended' ? <Alert kind="success">{endedWords(choices)}</Alert> : null}
    {stoppable === null ? (
      <p className="wrap-anywhere">
        For <strong>{choices.email}</strong>:
      </p>
    ) : (
      <>
        <p className="wrap-anywhere">{`${KINDS[stoppable]} are mailed to ${choices.email}.`}</p>
        <StopForm link={link} what={stoppable} />
        <p>Or choose what suits you better:</p>
      </>
    )}
    <MailsForm choices={choices} link={link} variant={stoppable === null ? 'primary' : 'quiet'} />
    <HomeLink />
  </>
)

export const Component = ({ data }: { readonly data: FollowingData }) => (
  <EntryScreen title="Your mails" brand={<Brand />} intro="You decide how often we write to you.">
    {data.type === 'unknown' ? <Unknown /> : <Choices {...data} />}
  </EntryScreen>
)
