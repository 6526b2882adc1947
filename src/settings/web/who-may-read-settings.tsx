import { useState } from 'react'
import { readingForm, SAME_WAY_IN } from '#settings/contract/settings.forms.ts'
import { type Outsiders, type Settings, getOutsiders, getSettings } from '#site/contract/settings.endpoints.ts'
import { SIGN_UP_WAYS } from '#site/contract/sign-up-ways.ts'
import { WAY_IN_NAMES, type WayInName, wayInKey, wayInOf, WAYS_IN } from '#site/contract/ways-in.ts'
import { AUDIENCE_HINTS, AUDIENCE_OPTIONS } from '#posts/web/index.ts'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { NOTE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { type Access, Gaps, PreviewLinks } from './who-may-read-notes.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'

const WAY_IN_TEXTS: Readonly<Record<WayInName, { readonly label: string; readonly hint: string }>> = {
  everybody: {
    label: 'Everybody may read',
    hint: 'A stranger reads what you publish, and search engines find it. A friend can sign up to comment. The family also reads what is only for the family.',
  },
  'signed-in': {
    label: 'Who is signed in may read',
    hint: 'A stranger sees a sign-in page and nothing else. A friend asks to be let in, and reads once you say yes. The family comes by your invitation, and also reads what is only for the family.',
  },
  family: {
    label: 'Only the family',
    hint: 'A stranger or a friend sees a sign-in page and nothing else, and nobody can sign up. People you invite belong to the family, and read everything that is not for admins alone.',
  },
}
const OWN_WAY = { value: 'own', label: 'As chosen below', hint: 'Each part is chosen by itself.' }

const CLOSED = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const
const CLOSED_HINTS = {
  open: 'Visitors read what is for everyone, and search engines may list it.',
  closed: 'Visitors see nothing but sign-in, invitations, the policy and the terms. Feeds and the sitemap are empty.',
} as const

const SIGN_UP_LABELS: Readonly<Record<Settings['signUp'], string>> = {
  open: 'Everybody can',
  request: 'By asking',
  invitation: 'By invitation',
}
const SIGN_UP_CHOICES = SIGN_UP_WAYS.map((value) => ({ value, label: SIGN_UP_LABELS[value] }))
const SIGN_UP_HINTS: Readonly<Record<Settings['signUp'], string>> = {
  open: 'People who sign up are readers at once. You decide who belongs to the family.',
  request: 'People who sign up say who they are, and wait until you let them in, under Users.',
  invitation: 'Only people with the link of an invitation get an account.',
}

interface AccessProps {
  readonly access: Access
  readonly change: (changes: Partial<Access>) => void
  readonly errorOf: (field: string) => string | undefined
}

/** Each part of the choice by itself. */
const EachPart = ({ access: { isClosed, signUp, defaultAudience }, change, errorOf }: AccessProps) => {
  const closed = isClosed ? 'closed' : 'open'
  return (
    <>
      <ChoiceField
        legend="New posts are for"
        name="defaultAudience"
        value={defaultAudience}
        choices={AUDIENCE_OPTIONS}
        onChange={(audience) => change({ defaultAudience: audience })}
        error={errorOf('defaultAudience')}
        hint={`${AUDIENCE_HINTS[defaultAudience]}. You can choose differently for each post.`}
      />
      <ChoiceField
        legend="The blog is"
        name="isClosed"
        value={closed}
        choices={CLOSED}
        onChange={(value) => change({ isClosed: value === 'closed' })}
        error={errorOf('isClosed')}
        hint={CLOSED_HINTS[closed]}
      />
      <ChoiceField
        legend="Who can sign up"
        name="signUp"
        value={signUp}
        choices={SIGN_UP_CHOICES}
        onChange={(way) => change({ signUp: way })}
        error={errorOf('signUp')}
        hint={SIGN_UP_HINTS[signUp]}
      />
    </>
  )
}

interface WhoMayReadProps {
  readonly settings: Settings
  readonly outsiders: Outsiders
}

/** One choice sets who reads, who gets an account and for whom a new post is; each can also be chosen by itself (docs/product.md, 17). */
const WhoMayReadSettings = ({ settings: stored, outsiders }: WhoMayReadProps) => {
  const [access, setAccess] = useState<Access>(stored)
  const [key, setKey] = useState(() => wayInKey(stored))
  const form = useDeclaredForm(readingForm, {
    onDone: (saved) => {
      setKey(wayInKey(saved))
      return readingForm.messageOf(saved)
    },
  })
  const chosen = wayInOf(access)
  const [before] = useState(() => wayInOf(stored))
  // Without the script, the choice that is stored must not undo what is chosen below it.
  const valueOf = (name: WayInName) => (name === before ? SAME_WAY_IN : name)
  const ways = WAY_IN_NAMES.map((name) => ({ value: valueOf(name), ...WAY_IN_TEXTS[name] }))
  return (
    <SettingsForm form={form} hint="Existing accounts stay as they are.">
      <input type="hidden" name="wayInBefore" value={key} />
      <ChoiceField
        legend="Who may come in"
        name="wayIn"
        value={chosen === null ? OWN_WAY.value : valueOf(chosen)}
        choices={chosen === null || before === null ? [...ways, OWN_WAY] : ways}
        onChange={(value) => {
          const name = WAY_IN_NAMES.find((each) => valueOf(each) === value)
          setAccess(name === undefined ? stored : WAYS_IN[name])
        }}
      />
      <Gaps access={access} outsiders={outsiders} />
      {/* Hidden and not sent while the blog is open, but there: it keeps what was written in it. */}
      <div hidden={!access.isClosed}>
        <TextArea
          label="Words for visitors"
          name="closedNote"
          disabled={!access.isClosed}
          dir="auto"
          maxLength={NOTE_MAX_LENGTH}
          defaultValue={form.valueOf('closedNote') ?? stored.closedNote}
          error={form.errorOf('closedNote')}
          hint="On the sign-in page, where a link into the blog leads them: who you are, and how to be let in. It may stay empty."
        />
      </div>
      <details open={before === null}>
        <summary className="link link-target cursor-pointer">Choose each part by itself</summary>
        <div className="stack mt-3">
          <EachPart access={access} change={(changes) => setAccess({ ...access, ...changes })} errorOf={form.errorOf} />
        </div>
      </details>
      <div>
        <PreviewLinks />
        <p>
          <a href="/dashboard?tab=users#invitations" className="link link-target">
            Invite people
          </a>
        </p>
      </div>
    </SettingsForm>
  )
}

export const readingSection = settingsSection({
  reads: { settings: getSettings, outsiders: getOutsiders },
  Component: WhoMayReadSettings,
})
