import { requestAccessForm } from '#accounts/contract/accounts.forms.ts'
import { EntryScreen, RequestAccess, SignInForm, type SignInStep, STEP_PARAMETER } from '#accounts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { Brand } from '#pages/layout/brand.tsx'
import { usePage } from '#site/web/index.ts'
import type { FormResult } from '#platform/contract/form.ts'
import { MEMBERS_ONLY, safeReturnPath } from '#platform/contract/return-path.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { ADMINS_ONLY } from '#pages/page/load-page.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/button.tsx'

export const head = (): PageHead => ({
  title: 'Sign In',
  description: 'Sign in to comment, to like and to look after your profile.',
  path: '/sign-in',
  noIndex: true,
})

interface WhyProps {
  readonly site: Site
  readonly isMembersOnly: boolean
}

/** To a visitor whom a link of the family led here: where this is, why it asks, and how to be let in. */
const Why = ({ site: { name, contact, closedNote, isClosed }, isMembersOnly }: WhyProps) => {
  if (!isClosed && !isMembersOnly) return null
  return (
    <Alert kind="info">
      {closedNote === '' ? null : (
        <p dir="auto" className="mb-2 whitespace-pre-line wrap-anywhere">
          {closedNote}
        </p>
      )}
      <p className="wrap-anywhere">
        {isClosed
          ? `${name} is only for the people whom its family lets in. If you have no account yet, open your invitation, or ask below.`
          : `The link leads to something on ${name} that is for its family.`}
        <Contact contact={contact} />
      </p>
    </Alert>
  )
}

const Contact = ({ contact }: Pick<Site, 'contact'>) =>
  contact === '' ? null : (
    <>
      {' '}
      You reach the family at{' '}
      <a href={`mailto:${contact}`} className="link">
        {contact}
      </a>
      .
    </>
  )

/** To a signed-in user whom a closed blog keeps out. */
const NotLetIn = ({ site: { name, contact } }: Pick<WhyProps, 'site'>) => (
  <EntryScreen title="Only for the family" brand={<Brand />} intro="You are signed in, but you are not let in.">
    <p className="wrap-anywhere">
      {name} is only for the people whom its family lets in. If you have an invitation, open it; your account is kept. Or ask here.
      <Contact contact={contact} />
    </p>
    <RequestAccess />
    <p>
      <a href="/dashboard?tab=profile" className="link link-target">
        Your profile
      </a>
    </p>
  </EntryScreen>
)

/** To a signed-in user who may read: a mail that says so led here, or they were let in meanwhile. */
const LetIn = ({ from }: { readonly from: string | null }) => (
  <EntryScreen title="Welcome back" brand={<Brand />} intro="You are signed in.">
    <LinkButton href={safeReturnPath(from)} variant="primary">
      Go on
    </LinkButton>
  </EntryScreen>
)

/** Whether the email or the code is asked for, only the browser knows. */
const introOf = (step: SignInStep | null, { mail }: Site): string => {
  if (step === 'link') return 'One tap, and you are in. The link works once.'
  return step === null || !mail ? 'You can sign in with your email and password.' : 'We mail you six digits. With them you are in.'
}

const stepOf = (params: URLSearchParams): SignInStep | null => {
  const step = params.get(STEP_PARAMETER)
  return step === 'email' || step === 'code' || step === 'link' ? step : null
}

/** The response to a request to be let in is no step: who is let in meanwhile may reload it. */
const isUnderWay = (step: SignInStep | null, form: FormResult | null) =>
  step !== null || (form !== null && form.name !== requestAccessForm.name)

const NoAccount = ({ site: { isClosed }, from }: Pick<WhyProps, 'site'> & { readonly from: string | null }) => (
  <p className="text-ink-soft">
    {isClosed ? null : 'Dont have an account? '}
    <a href={from === null ? '/sign-up' : `/sign-up?from=${encodeURIComponent(from)}`} className="link link-target">
      {isClosed ? 'Ask to be let in' : 'Sign Up'}
    </a>
  </p>
)

export const Component = () => {
  const { site, search, form, isMember, mayReadBlog } = usePage()
  const params = new URLSearchParams(search)
  const from = params.get('from')
  if (isMember && !mayReadBlog) return <NotLetIn site={site} />
  const step = stepOf(params)
  if (isMember && !isUnderWay(step, form) && !params.has(ADMINS_ONLY)) return <LetIn from={from} />
  // Who has one is let in already.
  const hasLink = step === 'link'
  return (
    <EntryScreen title="Sign In" brand={<Brand />} intro={introOf(step, site)}>
      {hasLink ? null : <Why site={site} isMembersOnly={params.has(MEMBERS_ONLY)} />}
      {params.has('welcome') ? <Alert kind="success">Your account is ready. You can sign in now.</Alert> : null}
      {params.has(ADMINS_ONLY) ? (
        <Alert kind="info">Only admins can open this page, and yours is not an admin’s. To go on, sign in as an admin.</Alert>
      ) : null}
      {/* Filled by `showEndNotice`; mounted empty, so that it is announced. */}
      <p role="alert" data-end-notice="" className="alert empty:hidden" />
      <Island component={SignInForm} props={{ from, step }} hydration={step !== null || params.has('welcome') ? 'now' : 'act'} />
      {hasLink ? null : <NoAccount site={site} from={from} />}
    </EntryScreen>
  )
}
