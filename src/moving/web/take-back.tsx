import { type ListedImport, takeBackImport, type TakingBack } from '#moving/contract/imports.endpoints.ts'
import { takeBackForm } from '#moving/contract/moving.forms.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'

interface TakeBackProps {
  readonly of: ListedImport
  readonly takingBack: TakingBack
  readonly onTaken: () => Promise<void>
}

const posts = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'post' : 'posts'}`

const Staying = ({ staying, stayingCount }: TakingBack) =>
  stayingCount === 0 ? null : (
    <>
      <p>{posts(stayingCount)} stay, because someone has changed them since:</p>
      <ul className="grid gap-1 text-small wrap-anywhere">
        {staying.map(({ _id, title, why }) => (
          <li key={_id}>
            <bdi>{title}</bdi>: {why}
          </li>
        ))}
      </ul>
      {staying.length < stayingCount ? <p className="text-small text-ink-soft">And {stayingCount - staying.length} more.</p> : null}
    </>
  )

const Going = ({ going, titles }: TakingBack) => (
  <>
    <p>{posts(going)} go to the trash, with their comments, and can be put back for thirty days:</p>
    <ul className="grid gap-1 text-small wrap-anywhere">
      {titles.map((title, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${title}`} dir="auto">
          {title}
        </li>
      ))}
    </ul>
    {titles.length < going ? <p className="text-small text-ink-soft">And {going - titles.length} more.</p> : null}
  </>
)

/** Takes an import back: what nobody has changed since goes to the trash, after a list of it. */
export const TakeBack = ({ of, takingBack, onTaken }: TakeBackProps) => {
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
      await onTaken()
      return `${posts(taken)} went to the trash.`
    },
  })
  if (takingBack.isUnknown)
    return (
      <details className="card px-4">
        <summary className="link link-target">Take this import back</summary>
        <p className="pb-4">
          An earlier version brought this over. Please run it again first: nothing comes twice, and then only posts of this file are taken
          back.
        </p>
      </details>
    )
  const message = form.state.type === 'done' ? form.state.message : null
  return (
    <>
      {takingBack.going + takingBack.stayingCount === 0 ? null : (
        <details className="card px-4" open={form.wasPosted}>
          <summary className="link link-target">Take this import back</summary>
          <DeclaredForm form={form} className="stack pb-4">
            {takingBack.going === 0 ? null : <Going {...takingBack} />}
            <Staying {...takingBack} />
            <p className="text-ink-soft">Pages, people, categories and settings that came stay, too.</p>
            <FormMessage form={form} />
            {takingBack.going === 0 ? null : (
              <Button type="submit" variant="danger" className="justify-self-start" busy={form.isPending}>
                Move {posts(takingBack.going)} to the trash
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
