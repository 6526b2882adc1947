import { type LinkedFollowing, getFollowing } from '#following/contract/following.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { EntryScreen } from '#accounts/web/index.ts'
import { Brand } from '#pages/layout/brand.tsx'
import { useIsClosedToVisitor } from '#pages/layout/main-links.ts'
import { usePage } from '#site/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import { type LoaderArgs, withResponse } from '#pages/page/page-module.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import { ChangeForm, EndForms } from './following-forms.tsx'

type FollowingData =
  | { readonly type: 'open'; readonly link: string; readonly following: LinkedFollowing; readonly isNew: boolean }
  | { readonly type: 'ended' }
  | { readonly type: 'unknown' }

/** The URL contains a key: the page must not be stored, and the referrer is only the origin. */
const PRIVATE = { 'cache-control': 'private, no-store', 'referrer-policy': 'strict-origin' }
const NOT_FOUND = 404

export const loader = async ({ url: { searchParams }, api }: LoaderArgs) => {
  const link = searchParams.get('link')
  if (link === null) return withResponse<FollowingData>({ type: searchParams.has('ended') ? 'ended' : 'unknown' }, { headers: PRIVATE })
  try {
    const following = await api(getFollowing, { query: { link } })
    const isNew = searchParams.has('welcome')
    return withResponse<FollowingData>({ type: 'open', link, following, isNew }, { headers: PRIVATE })
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

const AgainLinks = () => {
  const { site } = usePage()
  const isClosedToVisitor = useIsClosedToVisitor()
  return (
    <>
      {site.mail && !isClosedToVisitor ? (
        <LinkButton href="/follow" variant="primary">
          Follow again
        </LinkButton>
      ) : null}
      {isClosedToVisitor ? null : <LinkButton href="/">Go home</LinkButton>}
    </>
  )
}

const Content = ({ data }: { readonly data: FollowingData }) => {
  if (data.type === 'ended') {
    return (
      <>
        <Alert kind="success">It has ended. These mails do not come to you any more.</Alert>
        <AgainLinks />
      </>
    )
  }
  if (data.type === 'unknown') {
    return (
      <>
        <Alert kind="info">This link has ended: no mails come by it any more. If some still do, open the link in the newest of them.</Alert>
        <AgainLinks />
      </>
    )
  }
  const { following, link, isNew } = data
  return (
    <>
      {isNew ? <Alert kind="success">Thank you. New posts come to you by mail from now on.</Alert> : null}
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
  <EntryScreen title="Your mails" brand={<Brand />} intro="How often we write to you is for you to say.">
    <Content data={data} />
  </EntryScreen>
)
