import { followForm } from '#newsletter/contract/newsletter.forms.ts'
import { EntryScreen } from '#accounts/web/index.ts'
import { Brand } from '#pages/layout/brand.tsx'
import { usePage } from '#site/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { DeclaredForm, Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

export const head = (): PageHead => ({
  title: 'Follow by mail',
  description: 'Get new posts by mail, each time or on Sundays.',
  path: '/follow',
})

const FollowForm = () => {
  const form = useDeclaredForm(followForm)
  if (form.state.type === 'done') {
    return (
      <>
        <Done form={form}>{(message) => message}</Done>
        <LinkButton href="/">Go home</LinkButton>
      </>
    )
  }
  const { errorOf, valueOf } = form
  return (
    <DeclaredForm form={form}>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        placeholder="name@example.com"
        defaultValue={valueOf('email')}
        error={errorOf('email')}
      />
      <FormMessage form={form} />
      <Button type="submit" variant="primary">
        Follow
      </Button>
    </DeclaredForm>
  )
}

/** Where a feed reader finds the blog. */
const Feeds = () => {
  const { isMember } = usePage()
  return (
    <p className="text-small text-ink-soft">
      Do you use a feed reader?{' '}
      {isMember ? (
        <a href="/dashboard?tab=profile&show=safety#your-feed" className="link">
          The private feed in your profile has everything that you may read
        </a>
      ) : (
        <a href="/feed.xml" className="link">
          Follow the feed
        </a>
      )}
    </p>
  )
}

const Content = () => {
  const { site, isMember } = usePage()
  if (!site.mail) return <Alert kind="info">This blog cannot send mail. Please come back now and then, or follow its feed.</Alert>
  if (!isMember) return <FollowForm />
  return (
    <>
      <p>You are signed in, so you can choose in your profile which mails you get, of all that you may read.</p>
      <LinkButton href="/dashboard?tab=profile#mails" variant="primary">
        Choose in my profile
      </LinkButton>
    </>
  )
}

export const Component = () => (
  <EntryScreen
    title="Follow by mail"
    brand={<Brand />}
    intro="We write on Sundays when there is something new, or each time if you like. Nobody else gets your address, and one tap in any mail ends it."
  >
    <Content />
    <Feeds />
  </EntryScreen>
)
