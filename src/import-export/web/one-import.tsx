import { type ImportDetail, type ListedImport, startImport, stopImport } from '#import-export/contract/imports.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { readText } from '#ui/forms/sent-values.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { CheckField } from '#ui/forms/check-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Alert } from '#ui/components/alert.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { ProgressBar } from '#ui/components/progress.tsx'
import { LocalTime } from '#site/web/index.ts'
import { FileLine } from './files.tsx'
import { ReportView } from './report-view.tsx'
import { isActive } from './use-imports.ts'

interface OneImportProps {
  readonly of: ImportDetail
  /** Why its state could not be read. */
  readonly problem: string | null
  readonly onChange: (asked: string) => Promise<void>
}

const HEADINGS: Readonly<Record<ListedImport['state'], string>> = {
  received: 'The file is here',
  checking: 'Reading what is in it',
  checked: 'What is in it',
  running: 'On its way',
  stopped: 'Stopped',
  done: 'You have moved in',
  failed: 'This did not work',
}

/** One export with its state and actions. */
export const OneImport = ({ of, problem, onChange }: OneImportProps) => (
  <section aria-labelledby="import-state" className="stack gap-5">
    <div>
      <div role="status">
        <h2 id="import-state" className="text-h2">
          {HEADINGS[of.state]}
        </h2>
      </div>
      <FileLine of={of} />
    </div>
    {of.message === null ? null : <Alert kind={of.state === 'failed' ? 'error' : 'info'}>{of.message}</Alert>}
    {isActive(of) ? <Working of={of} onChange={onChange} /> : <Idle of={of} onChange={onChange} />}
    {problem === null ? null : <Alert>{`${problem} It is tried again every second.`}</Alert>}
  </section>
)

type PartProps = Omit<OneImportProps, 'problem'>

/** Progress of a running import. */
const Working = ({ of, onChange }: PartProps) => {
  const { run, isBusy, error } = useAction()
  const stop = () =>
    run(async () => {
      await browserApi(stopImport, { params: { import: of._id } })
      await onChange(of._id)
    })
  const { done = 0, total = 0, pictures = 0 } = of.progress ?? {}
  const isRun = of.state === 'running'
  return (
    <Card className="stack justify-items-start">
      <ProgressBar label={isRun ? 'Posts that have come' : 'Posts that have been read'} done={done} total={total} />
      <p className="text-lead">{total === 0 ? 'Opening the file…' : `${done} of ${total} posts${isRun ? `, ${pictures} pictures` : ''}`}</p>
      {isRun && of.startedAt !== null ? (
        <p className="text-small text-ink-soft">
          Since <LocalTime at={of.startedAt} />. You can close this page and come back; it goes on without you. Readers see each post as
          soon as it is here.
        </p>
      ) : null}
      <Button busy={isBusy || of.isStopping} busyLabel="Finishing this post…" onClick={() => void stop()}>
        Stop
      </Button>
      {error === null ? null : <Alert>{error}</Alert>}
    </Card>
  )
}

const Idle = ({ of, onChange }: PartProps) => {
  const { check, result, state } = of
  const shown = result ?? check
  return (
    <>
      {shown === null ? null : <ReportView isDone={result !== null} report={shown} />}
      <NextStep of={of} onChange={onChange} />
      {state === 'done' ? (
        <div className="row gap-3">
          <LinkButton href="/">See it as readers do</LinkButton>
          <LinkButton href="/dashboard?tab=posts">All posts</LinkButton>
        </div>
      ) : null}
    </>
  )
}

const NextStep = ({ of, onChange }: PartProps) => {
  if (!of.hasFile) return <p>It came by the command line. The same command goes on where it stopped.</p>
  return of.state === 'done' && of.result?.missingCount === 0 ? null : <Start of={of} onChange={onChange} />
}

/** Reads the file; then asks what that does not tell, and starts the import or goes on with it. */
const Start = ({ of, onChange }: PartProps) => {
  // An archive of a blog like this one brings its pictures.
  const mayFetchPictures = of.check !== null && of.format !== 'kindred'
  const form = useForm({
    fields: ['site'],
    async send(data) {
      const body = { site: readText(data, 'site'), fetchesPictures: mayFetchPictures ? data.has('fetchesPictures') : of.fetchesPictures }
      await browserApi(startImport, { params: { import: of._id }, body })
      await onChange(of._id)
    },
  })
  return (
    <form {...form.props} className="stack justify-items-start gap-4">
      {of.check?.asksForSite ? (
        <TextField
          label="Address of the old blog"
          hint="The file does not say where its pictures are."
          name="site"
          type="url"
          inputMode="url"
          placeholder="https://old.example.org"
          defaultValue={of.site ?? ''}
          error={form.errorOf('site')}
          onChange={() => form.clear('site')}
        />
      ) : null}
      {mayFetchPictures ? (
        <CheckField
          label="Fetch pictures and files from the old blog"
          hint="Without it, links to them stay in the posts."
          name="fetchesPictures"
          defaultChecked={of.fetchesPictures}
        />
      ) : null}
      <FormMessage form={form} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        {of.check === null ? 'See what is in it' : of.state === 'checked' || of.state === 'failed' ? 'Start' : 'Go on'}
      </Button>
    </form>
  )
}
