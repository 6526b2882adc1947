import { type LinkedFollowing, getFollowing } from '#following/contract/following.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { EntryScreen } from '#accounts/web/index.ts'
import { Brand } from '#pages/layout/brand.tsx'
import { usePage } from '#site/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import { type LoaderArgs, withResponse } from '#pages/page/page-module.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import { ChangeForm, comes, type EndedMails, EndForms, EndNow, isEndedMails, ResumeForm } from './following-forms.tsx'

/** What has just happened. */
type FollowingEvent = 'welcome' | 'ended' | 'resumed' | null

type FollowingData =
  | {
      readonly type: 'open'
      readonly link: string
      readonly following: LinkedFollowing
      readonly event: FollowingEvent
      readonly end: EndedMails | null
    }
  | { readonly type: 'unknown' }

/** The URL contains a key: the page must not be stored, and the referrer is only the origin. */
const PRIVATE = { 'cache-control': 'private, no-store', 'referrer-policy': 'strict-origin' }
const NOT_FOUND = 404
const EVENTS = ['welcome', 'ended', 'resumed'] as const

export const loader = async ({ url: { searchParams }, api }: LoaderArgs) => {
  const link = searchParams.get('link')
  if (link === null) return withResponse<FollowingData>({ type: 'unknown' }, { headers: PRIVATE })
  try {
    const following = await api(getFollowing, { query: { link } })
    const event = EVENTS.find((name) => searchParams.has(name)) ?? null
    const what = searchParams.get('end')
    const end = event === null && isEndedMails(what) && comes(following, what) ? what : null
    return withResponse<FollowingData>({ type: 'open', link, following, event, end }, { headers: PRIVATE })
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== NOT_FOUND && error.code !== 'bad_request')) throw error
    return withResponse<FollowingData>({ type: 'unknown' }, { status: NOT_FOUND, headers: PRIVATE })
  }
}

export const head = (): PageHead => ({
  title: 'Your mails',
  description: 'Change or end the mails that you get.',
  path: null,
  noIndex: true,
})

const HomeLink = () => (usePage().isShutOut ? null : <LinkButton href="/">Go home</LinkButton>)

const AgainLinks = () => {
  const { site } = usePage()
  const { isShutOut } = usePage()
  return (
    <>
      {site.mail && !isShutOut ? (
        <LinkButton href="/follow" variant="primary">
          Follow again
        </LinkButton>
      ) : null}
      <HomeLink />
    </>
  )
}

/** Begins with the way back; a following of which nothing is left is deleted after a day. */
const Ended = ({ following, link }: { readonly following: LinkedFollowing; readonly link: string }) => {
  const isOver = following.posts === null && !following.replies && following.comments === null
  return (
    <>
      <Alert kind="success">
        It has ended.{' '}
        {isOver ? 'No more mails come to you, and your address is deleted in a day.' : 'These mails do not come to you any more.'}
      </Alert>
      <ResumeForm link={link} />
      {isOver ? null : <EndForms following={following} link={link} />}
      <HomeLink />
    </>
  )
}

const Content = ({ data }: { readonly data: FollowingData }) => {
  if (data.type === 'unknown') {
    return (
      <>
        <Alert kind="info">
          This link is no longer valid, and sends no more mails. If some still come, open the link in the newest one.
        </Alert>
        <AgainLinks />
      </>
    )
  }
  const { following, link, event, end } = data
  if (end !== null) return <EndNow link={link} what={end} />
  if (following.ended !== null) return <Ended following={following} link={link} />
  return (
    <>
      {event === 'welcome' ? <Alert kind="success">Thank you. New posts come to you by mail from now on.</Alert> : null}
      {event === 'resumed' ? <Alert kind="success">The mails come again, as before.</Alert> : null}
      <p className="wrap-anywhere">
        The mails go to <strong>{following.email}</strong>.
      </p>
      {following.isConfirmed ? null : <p>They begin once the email address of your account is confirmed.</p>}
      <ChangeForm following={following} link={link} />
      <EndForms following={following} link={link} />
    </>
  )
}

export const Component = ({ data }: { readonly data: FollowingData }) => (
  <EntryScreen title="Your mails" brand={<Brand />} intro="You decide how often we write to you.">
    <Content data={data} />
  </EntryScreen>
)
