import { useState } from 'react'
import { type Audience, AUDIENCES } from '#platform/contract/audiences.ts'
import { type MailPreview as Mail, type SentMail, sendMailPreview } from '#following/contract/mails.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { AUDIENCE_OPTIONS } from '#posts/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { useSite } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'

/** The mail of one post, or the digest that this audience gets. */
export interface MailSelection {
  readonly postId: string | null
  readonly audience: Audience
}

export const readMailSelection = ({ searchParams }: URL): MailSelection => ({
  postId: searchParams.get('post'),
  audience: AUDIENCES.find((audience) => audience === searchParams.get('audience')) ?? 'public',
})

export const toMailChoice = ({ postId, audience }: MailSelection): { readonly postId?: string; readonly audience: Audience } =>
  postId === null ? { audience } : { postId, audience }

const VIEWS = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'text', label: 'As text' },
] as const
type View = (typeof VIEWS)[number]['value']

/** Inlines the attached pictures, because a frame without an origin loads nothing. */
const withPictures = (html: string, { pictures }: Mail): string =>
  pictures.reduce((all, { id, address }) => all.replaceAll(`"cid:${id}"`, `"${address}"`), html)

/** Without scripts, forms and an origin; links open in another tab. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

const FRAME = 'card w-full max-w-3xl'

const MailView = ({ mail, view }: { readonly mail: Mail; readonly view: View }) =>
  view === 'text' ? (
    <pre className={`${FRAME} p-4 text-small wrap-anywhere whitespace-pre-wrap`}>{mail.text}</pre>
  ) : (
    <iframe title="The mail" sandbox={SANDBOX} srcDoc={withPictures(mail[view], mail)} className={`h-160 ${FRAME}`} />
  )

/** A GET form, so that the URL contains the choice. */
const AudienceForm = ({ audience }: { readonly audience: Audience }) => (
  <form action="/dashboard" className="flex flex-wrap items-end gap-4">
    <input type="hidden" name="tab" value="posts" />
    <input type="hidden" name="show" value="mail" />
    <SelectField label="For" name="audience" options={AUDIENCE_OPTIONS} defaultValue={audience} />
    <Button type="submit">Show</Button>
  </form>
)

const Outcome = ({ sent }: { readonly sent: SentMail | null }) => (
  <div role="status" className="empty:hidden">
    {sent?.problem === null ? <p>The mail server accepted it. Check the inbox of {sent.email}, and its spam folder.</p> : null}
    {sent !== null && sent.problem !== null ? <Alert>{sent.problem}</Alert> : null}
  </div>
)

const SendTest = ({ of }: { readonly of: MailSelection }) => {
  const [sent, setSent] = useState<SentMail | null>(null)
  const { run, isBusy, error } = useAction()
  const send = () =>
    run(async () => {
      setSent(null)
      setSent(await browserApi(sendMailPreview, { body: toMailChoice(of) }))
    })
  if (!useSite().mail) return <p className="text-ink-soft">This blog cannot send mail yet; its settings say what is missing.</p>
  return (
    <>
      <Button className="justify-self-start" busy={isBusy} busyLabel="Sending…" onClick={() => void send()}>
        Send me a test
      </Button>
      <Outcome sent={sent} />
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}

interface MailPreviewProps {
  readonly of: MailSelection
  /** Null if the mail would contain no post. */
  readonly mail: Mail | null
}

/** Preview of the mails to followers (docs/product.md, 2). */
export const MailPreview = ({ of, mail }: MailPreviewProps) => {
  const [view, setView] = useState<View>('light')
  return (
    <div className="stack grid-cols-[minmax(0,1fr)]">
      <p className="text-ink-soft">
        <span>
          {of.postId === null
            ? 'The newest posts in one mail, as followers get them daily or weekly.'
            : 'The mail about this post, as its followers get it.'}
        </span>{' '}
        <a href="/dashboard?tab=posts" className="link">
          Back to your posts
        </a>
      </p>
      {of.postId === null ? <AudienceForm audience={of.audience} /> : null}
      {mail === null ? (
        <p>There is no post yet that this mail could be about.</p>
      ) : (
        <>
          <p>
            Subject: <strong className="wrap-anywhere">{mail.subject}</strong>
          </p>
          <ChoiceField legend="Show it" name="view" value={view} choices={VIEWS} onChange={setView} />
          <MailView mail={mail} view={view} />
          <SendTest of={of} />
        </>
      )}
    </div>
  )
}
