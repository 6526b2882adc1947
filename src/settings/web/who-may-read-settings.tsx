import { useState } from 'react'
import { readingForm } from '#settings/contract/settings.forms.ts'
import { type Settings, getSettings } from '#site/contract/settings.endpoints.ts'
import { SIGN_UP_WAYS } from '#site/contract/sign-up-ways.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { AUDIENCE_HINTS, AUDIENCE_OPTIONS } from '#posts/web/index.ts'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const CLOSED = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const
const CLOSED_HINTS = {
  open: 'Visitors read what is for everyone, and search engines may list it.',
  closed: 'Visitors see nothing but sign-in, invitations, the policy and the terms. Feeds and the sitemap are empty.',
} as const

const WAY_LABELS: Readonly<Record<Settings['signUp'], string>> = {
  open: 'Everybody can',
  request: 'By asking',
  invitation: 'By invitation',
}
const WAYS = SIGN_UP_WAYS.map((value) => ({ value, label: WAY_LABELS[value] }))
const WAY_HINTS: Readonly<Record<Settings['signUp'], string>> = {
  open: 'Who signs up is a reader at once. You decide who belongs to the family.',
  request: 'Who signs up says who they are, and waits until you let them in, under Users.',
  invitation: 'Only who has the link of an invitation gets an account.',
}

/** Default audience, access for visitors, and sign-up (docs/product.md, 17). */
const WhoMayReadSettings = ({ settings }: { readonly settings: Settings }) => {
  const [audience, setAudience] = useState(settings.defaultAudience)
  const [closed, setClosed] = useState<'open' | 'closed'>(settings.isClosed ? 'closed' : 'open')
  const [signUp, setSignUp] = useState(settings.signUp)
  const form = useDeclaredForm(readingForm)
  const { errorOf } = form
  return (
    <SettingsForm form={form} hint="Accounts that are there stay as they are.">
      <ChoiceField
        legend="New posts are for"
        name="defaultAudience"
        value={audience}
        choices={AUDIENCE_OPTIONS}
        onChange={setAudience}
        error={errorOf('defaultAudience')}
        hint={`${AUDIENCE_HINTS[audience]}. Each post can be for others.`}
      />
      <ChoiceField
        legend="The blog is"
        name="isClosed"
        value={closed}
        choices={CLOSED}
        onChange={setClosed}
        error={errorOf('isClosed')}
        hint={CLOSED_HINTS[closed]}
      />
      <ChoiceField
        legend="Who can sign up"
        name="signUp"
        value={signUp}
        choices={WAYS}
        onChange={setSignUp}
        error={errorOf('signUp')}
        hint={WAY_HINTS[signUp]}
      />
      <p>
        <a href="/dashboard?tab=users#invitations" className="link link-target">
          Invite people
        </a>
      </p>
    </SettingsForm>
  )
}

export const readingSection = settingsSection({
  id: 'reading',
  title: 'Who may read',
  reads: { settings: getSettings },
  Component: WhoMayReadSettings,
})
