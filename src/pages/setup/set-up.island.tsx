import { setupForm } from '#accounts/contract/accounts.forms.ts'
import { ScriptNotice } from '#ui/components/script-notice.tsx'
import { StepHeading } from './step-heading.tsx'
import { readLinkToken, NewPasswordField, setUpBlog, UsernameField } from '#accounts/web/index.ts'
import { useSyncExternalStore } from 'react'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { Alert } from '#ui/components/alert.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface AccountStepProps {
  /** Key in the fragment of the URL; empty if there is none. */
  readonly readKey: () => string
  readonly onDone: () => void
}

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

const AccountStep = ({ readKey, onDone }: AccountStepProps) => {
  // The server does not see the key: null until the browser has read it.
  const key = useSyncExternalStore(subscribe, readKey, () => null)
  const form = useDeclaredForm(setupForm, { send: (body) => setUpBlog({ ...body, key: key ?? '' }), onDone })
  const { errorOf } = form
  if (key === '') {
    return (
      <Alert kind="info">
        This page needs the link that the blog printed when it started, in its terminal window or its log. It ends with a long key after a
        #. Each start prints a new one.
      </Alert>
    )
  }
  return (
    <Card>
      <DeclaredForm form={form}>
        <p className="text-ink-soft">
          With it you write, and look after everything here. Later you can show another name in place of the username.
        </p>
        <p className="text-ink-soft">Do you have a backup? Make an account first; then you can restore the backup.</p>
        <UsernameField error={errorOf('username')} />
        <TextField label="Email" type="email" name="email" autoComplete="username" error={errorOf('email')} />
        <NewPasswordField error={errorOf('password')} />
        <FormMessage form={form} />
        <div>
          <Button type="submit" variant="primary" busy={form.isPending}>
            Create my account
          </Button>
        </div>
      </DeclaredForm>
    </Card>
  )
}

/** Opens another page, because the header of this one is a visitor's. Removes the used key from the history. */
const openSetupSteps = () => location.replace('/setup/steps')

/** The first step of a new blog. */
export const SetUp = () => (
  <>
    <ScriptNotice />
    <StepHeading number={1} title="Your account" />
    <AccountStep readKey={readLinkToken} onDone={openSetupSteps} />
  </>
)
