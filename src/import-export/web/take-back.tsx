import { useState } from 'react'
import {
  type ImportDetail,
  getRollback,
  mailImportedFollowers,
  takeBackImport,
  type Rollback,
} from '#import-export/contract/imports.endpoints.ts'
import { plural } from '#platform/contract/plural.ts'
import { useSite } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { useAction } from '#ui/forms/use-action.ts'

interface PartProps {
  readonly of: ImportDetail
  /** @param message what was done */
  readonly onDone: (message: string) => Promise<void>
}

/** Lets the followers of the old blog get mail, once. */
export const MailFollowers = ({ of, onDone }: PartProps) => {
  const { mail } = useSite()
  const { run, isBusy, error } = useAction()
  const allow = () =>
    run(async () => {
      const { followers } = await browserApi(mailImportedFollowers, { params: { import: of._id } })
      await onDone(`${plural(followers, '1 follower gets', 'followers get')} the next post by mail.`)
    })
  if (of.waitingFollowers === 0) return null
  return (
    <section aria-label="Followers of the old blog" className="card stack justify-items-start gap-3 p-4">
      <p>
        {`${plural(of.waitingFollowers, '1 follower', 'followers')} of your old blog came with it. Nothing is mailed to them until you say so: then they get each new post, and can end it in every mail.`}
      </p>
      {error === null ? null : <Alert>{error}</Alert>}
      {mail ? (
        <Button busy={isBusy} onClick={() => void allow()}>
          Mail new posts to them
        </Button>
      ) : (
        <p>This blog cannot send mail yet: Settings, Mail says why.</p>
      )}
    </section>
  )
}

interface TitlesProps {
  readonly intro: string
  readonly lines: readonly string[]
  readonly all: number
}

const Titles = ({ intro, lines, all }: TitlesProps) =>
  all === 0 ? null : (
    <div className="grid gap-1">
      <p>{intro}</p>
      <ul className="grid gap-1 text-small wrap-anywhere">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${index} ${line}`} dir="auto">
            {line}
          </li>
        ))}
      </ul>
      {lines.length < all ? <p className="text-small text-ink-soft">{`And ${all - lines.length} more.`}</p> : null}
    </div>
  )

/** What goes and what stays, as it is now. */
const Preview = ({ going, titles, staying, stayingCount, followers }: Rollback) => (
  <>
    <Titles intro={`To the trash, with comments, for thirty days: ${plural(going, '1 post', 'posts')}.`} lines={titles} all={going} />
    {followers === 0 ? null : <p>{`The followers that came with it are removed: ${followers.toLocaleString('en')}.`}</p>}
    <Titles
      intro={`${plural(stayingCount, '1 post stays', 'posts stay')}, because of changes since:`}
      lines={staying.map(({ title, why }) => `${title}: ${why}`)}
      all={stayingCount}
    />
    <p className="text-ink-soft">
      Pages, categories and settings that came stay, too. If you start the import again, posts come anew: one that you then also restore
      from the trash stands twice.
    </p>
  </>
)

/** Takes an import back: what nobody has changed since goes to the trash, after a list of it. */
export const TakeBack = ({ of, onDone }: PartProps) => {
  const params = { import: of._id }
  const [found, setFound] = useState<Rollback | null>(null)
  const reading = useAction()
  const take = async () => {
    let all = 0
    for (;;) {
      const { taken, going } = await browserApi(takeBackImport, { params })
      all += taken
      if (taken === 0 || going === 0) break
    }
    setFound(null)
    await onDone(`${plural(all, '1 post', 'posts')} went to the trash.`)
  }
  if (of.startedAt === null || of.state === 'checked') return null
  const goes = found !== null && found.going + found.followers > 0
  return (
    <div>
      <Button busy={reading.isBusy} onClick={() => void reading.run(async () => setFound(await browserApi(getRollback, { params })))}>
        Take this import back
      </Button>
      {reading.error === null ? null : <Alert>{reading.error}</Alert>}
      {found === null ? null : (
        <Dialog
          title={goes ? 'Take this import back?' : 'Nothing of it can be taken back'}
          {...(goes && {
            confirmLabel: found.going === 0 ? 'Remove the followers' : `Move ${plural(found.going, '1 post', 'posts')} to the trash`,
          })}
          cancelLabel="Keep it"
          onConfirm={take}
          onCancel={() => setFound(null)}
        >
          <Preview {...found} />
        </Dialog>
      )}
    </div>
  )
}
