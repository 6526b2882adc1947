import { CategoriesField, POST_CADENCE_OPTIONS, readCategories } from '#following/web/index.ts'
import { EntryScreen, Honeypot } from '#accounts/web/index.ts'
import { Brand } from '#pages/layout/brand.tsx'
import { useFailedForm, usePage } from '#site/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

export const head = (): PageHead => ({
  title: 'Follow by mail',
  description: 'Get new posts by mail: at once, once a day, or on Sundays.',
  path: '/follow',
})

const FollowForm = () => {
  const failed = useFailedForm('follow')
  const errorOf = (field: string) => (failed?.field === field ? failed.message : undefined)
  const isElsewhere = failed !== null && !['email', 'posts', 'categories'].includes(failed.field ?? '')
  return (
    <form method="post" action="/follow" noValidate className="stack">
      <input type="hidden" name="form" value="follow" />
      {isElsewhere ? <Alert>{failed.message}</Alert> : null}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        placeholder="name@example.com"
        defaultValue={failed?.values['email']}
        error={errorOf('email')}
      />
      <SelectField
        label="How often"
        name="posts"
        defaultValue={failed?.values['posts'] ?? 'weekly'}
        options={POST_CADENCE_OPTIONS}
        error={errorOf('posts')}
      />
      <CategoriesField chosen={readCategories(failed?.values['categories'])} error={errorOf('categories')} />
      <Honeypot />
      <Button type="submit" variant="primary">
        Follow
      </Button>
    </form>
  )
}

const Content = () => {
  const { site, isMember, form } = usePage()
  if (!site.mail) return <Alert kind="info">This blog cannot send mail. Please come back now and then.</Alert>
  if (form?.name === 'follow' && form.state === 'done') {
    return (
      <>
        <Alert kind="success">{form.message}</Alert>
        <LinkButton href="/">Go home</LinkButton>
      </>
    )
  }
  if (!isMember) return <FollowForm />
  return (
    <>
      <p>You are signed in, so you can choose in your profile which mails you get; what is only for members comes, too.</p>
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
    intro="We write when there is something new. Nobody else gets your address, and one tap in any mail ends it."
  >
    <Content />
  </EntryScreen>
)
