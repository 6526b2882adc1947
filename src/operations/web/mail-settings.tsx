import { plural } from '#platform/contract/plural.ts'
import { type MailState, type TestMail, getTestMail, sendTestMail, getMailSettings } from '#operations/contract/operations.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { usePolled } from '#ui/api/use-polled.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Facts, SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const NotSetUp = () => (
  <SettingsCard>
    <div className="stack">
      <p className="font-medium">This blog cannot send mail yet.</p>
      <p>
        Nobody can confirm an email address, follow by mail or get a code to sign in with. Under Users you make a sign-in link for who has
        lost the way in.
      </p>
      <p>The person who runs the blog can change that: the guide says how, under “Settings”.</p>
    </div>
  </SettingsCard>
)

const countText = (count: number) => plural(count, 'One mail waits', 'mails wait')

const Pending = ({ mail: { pending, failed, problem } }: { readonly mail: MailState }) => {
  if (failed > 0)
    return (
      <Alert>
        {`${countText(pending)} to be sent. ${failed === pending ? 'It has not worked so far' : `${failed} of them did not go out so far`}; the blog tries again until a mail is too old, or its address turns out not to exist. ${problem}`}
      </Alert>
    )
  return <p>{pending === 0 ? 'No mail is waiting to be sent.' : `${countText(pending)} to be sent.`}</p>
}

const Outcome = ({ test }: { readonly test: TestMail | null }) => (
  <div role="status" className="empty:-mb-4">
    {test?.state === 'sent' ? <p>{`The mail server accepted it. Check the inbox of ${test.email}, and its spam folder.`}</p> : null}
    {test?.state === 'pending' ? <p>It is waiting to be sent. This page says how it goes.</p> : null}
    {test?.state === 'failed' ? <Alert>{test.problem}</Alert> : null}
  </div>
)

/** State of mail delivery, with a test mail. */
const MailSettings = ({ mail }: { readonly mail: MailState }) => {
  const {
    value: test,
    set: setTest,
    problem,
  } = usePolled<TestMail | null>(null, {
    load: async (sent) => sent && browserApi(getTestMail, { params: { mail: sent._id } }),
    isRunning: (sent) => sent?.state === 'pending',
  })
  const { run, isBusy, error } = useAction()
  const send = () => run(async () => setTest(await browserApi(sendTestMail)))
  if (!mail.isSetUp) return <NotSetUp />
  return (
    <SettingsCard>
      <div className="stack">
        <Facts
          rows={[
            ['Mail server', mail.host],
            ['From', mail.from],
          ]}
        />
        <Pending mail={mail} />
        <Button className="justify-self-start" busy={isBusy || test?.state === 'pending'} busyLabel="Sending…" onClick={() => void send()}>
          Send me one
        </Button>
        <Outcome test={test} />
        {(error ?? problem) === null ? null : <Alert>{error ?? problem}</Alert>}
      </div>
    </SettingsCard>
  )
}

export const mailSection = settingsSection({
  reads: { mail: getMailSettings },
  Component: MailSettings,
})
