import { type ImportDetail, mailImportedFollowers, takeBackImport, type TakingBack } from '#moving/contract/imports.endpoints.ts'
import { mailFollowersForm, takeBackForm } from '#moving/contract/moving.forms.ts'
import { useSite } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'

interface PartProps {
  readonly of: ImportDetail
  readonly onDone: () => Promise<void>
}

const count = (number: number, name: string) => `${number.toLocaleString('en')} ${name}${number === 1 ? '' : 's'}`

/** Lets the followers of the old blog get mail, once. */
export const MailFollowers = ({ of, onDone }: PartProps) => {
  const { mail } = useSite()
  const params = { import: of._id }
  const form = useDeclaredForm(mailFollowersForm, {
    instance: params,
    send: () => browserApi(mailImportedFollowers, { params }),
    async onDone({ followers }) {
      await onDone()
      return `${count(followers, 'follower')} ${followers === 1 ? 'gets' : 'get'} the next post by mail.`
    },
  })
  const message = form.state.type === 'done' ? form.state.message : null
  return (
    <>
      {of.waitingFollowers === 0 ? null : (
        <DeclaredForm form={form} className="card stack justify-items-start gap-3 p-4">
          <p>
            {`${count(of.waitingFollowers, 'follower')} of your old blog came with it. Nothing is mailed to them until you say so: then they get each new post, and can end it in every mail.`}
          </p>
          <FormMessage form={form} />
          {mail ? (
            <Button type="submit" busy={form.isPending}>
              Mail new posts to them
            </Button>
          ) : (
            <p>This blog cannot send mail yet: Settings, Mail says why.</p>
          )}
        </DeclaredForm>
      )}
      <p role="status" className="text-ink-soft empty:hidden">
        {message}
      </p>
    </>
  )
}

const Staying = ({ staying, stayingCount }: TakingBack) =>
  stayingCount === 0 ? null : (
    <>
      <p>{`${count(stayingCount, 'post')} ${stayingCount === 1 ? 'stays' : 'stay'}, because of changes since:`}</p>
      <ul className="grid gap-1 text-small wrap-anywhere">
        {staying.map(({ _id, title, why }) => (
          <li key={_id}>
            <bdi>{title}</bdi>: {why}
          </li>
        ))}
      </ul>
      {staying.length < stayingCount ? <p className="text-small text-ink-soft">{`And ${stayingCount - staying.length} more.`}</p> : null}
    </>
  )

const Going = ({ going, titles }: TakingBack) => (
  <>
    <p>{`To the trash, with comments, for thirty days: ${count(going, 'post')}.`}</p>
    <ul className="grid gap-1 text-small wrap-anywhere">
      {titles.map((title, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${title}`} dir="auto">
          {title}
        </li>
      ))}
    </ul>
    {titles.length < going ? <p className="text-small text-ink-soft">{`And ${going - titles.length} more.`}</p> : null}
  </>
)

/** Takes an import back: what nobody has changed since goes to the trash, after a list of it. */
export const TakeBack = ({ of, takingBack, onDone }: PartProps & { readonly takingBack: TakingBack }) => {
  const params = { import: of._id }
  const form = useDeclaredForm(takeBackForm, {
    instance: params,
    async send() {
      let all = 0
      for (;;) {
        const { taken, ...left } = await browserApi(takeBackImport, { params })
        all += taken
        if (taken === 0 || left.going === 0) return { taken: all, ...left }
      }
    },
    async onDone({ taken }) {
      await onDone()
      return `${count(taken, 'post')} went to the trash.`
    },
  })
  const { going, stayingCount, followers } = takingBack
  const message = form.state.type === 'done' ? form.state.message : null
  return (
    <>
      {going + stayingCount + followers === 0 ? null : (
        <details className="card px-4" open={form.wasPosted}>
          <summary className="link link-target">Take this import back</summary>
          <DeclaredForm form={form} className="stack pb-4">
            {going === 0 ? null : <Going {...takingBack} />}
            {followers === 0 ? null : <p>{`The followers that came with it are removed: ${followers.toLocaleString('en')}.`}</p>}
            <Staying {...takingBack} />
            <p className="text-ink-soft">Pages, categories and settings that came stay, too.</p>
            <FormMessage form={form} />
            {going + followers === 0 ? null : (
              <Button type="submit" variant="danger" className="justify-self-start" busy={form.isPending}>
                {going === 0 ? 'Remove the followers' : `Move ${count(going, 'post')} to the trash`}
              </Button>
            )}
          </DeclaredForm>
        </details>
      )}
      <p role="status" className="text-ink-soft empty:hidden">
        {message}
      </p>
    </>
  )
}
