import { useState } from 'react'
import { checkImport, type ImportDetail, type ListedImport, startImport, stopImport } from '#moving/contract/imports.endpoints.ts'
import type { ImportChoices } from '#moving/contract/import-choices.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Choices } from './choices.tsx'
import { FileLine } from './file-line.tsx'
import { ReportView } from './report-view.tsx'
import { ResultView } from './result-view.tsx'
import { isActive } from './use-imports.ts'
import { LocalTime } from '#site/web/index.ts'
import { ProgressBar } from '#ui/components/progress.tsx'
import { Card } from '#ui/components/card.tsx'

interface OneImportProps {
  readonly of: ImportDetail
  /** Why its state could not be read. */
  readonly problem: string | null
  readonly onChange: (changed: ListedImport) => Promise<void>
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

const Working = ({ of, onChange }: PartProps) => {
  const { run, isBusy, error } = useAction()
  const params = { import: of._id }
  const stop = () => run(async () => onChange(await browserApi(stopImport, { params })))
  return (
    <>
      <ImportProgress of={of} onStop={() => void stop()} isBusy={isBusy} />
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}

const Idle = ({ of, onChange }: PartProps) => {
  const [choices, setChoices] = useState(of.choices)
  const actions = <Actions of={of} choices={choices} onChoices={setChoices} onChange={onChange} />
  const form = <Choices of={of} choices={choices} onChange={setChoices} />
  if (of.check === null) {
    return (
      <>
        <div className="card p-4">{form}</div>
        {actions}
      </>
    )
  }
  // The file is checked before the import is started.
  const hasBegun = of.state !== 'checked'
  return (
    <>
      {hasBegun ? actions : null}
      <Reports of={of} />
      <details className="card px-4" open={!hasBegun}>
        <summary className="link link-target">Choices: categories, pictures and more</summary>
        <div className="mt-2 pb-4">{form}</div>
      </details>
      {hasBegun ? null : actions}
    </>
  )
}

/** Report of the last run, or else of the last check. */
const Reports = ({ of }: { readonly of: ImportDetail }) => {
  if (of.state === 'stopped' || of.state === 'done') return of.result && <ResultView of={of} result={of.result} />
  return of.check && <ReportView importId={of._id} which="check" report={of.check} />
}

/** Label of the primary button; none if the file must be checked first. */
const START_LABELS: Readonly<Partial<Record<ListedImport['state'], string>>> = {
  checked: 'Start',
  stopped: 'Continue',
  failed: 'Try again',
  done: 'Import again',
}

interface ActionsProps extends PartProps {
  readonly choices: ImportChoices
  readonly onChoices: (choices: ImportChoices) => void
}

/** Starts the import, or checks the file again if the options have changed. */
const Actions = ({ of, choices, onChoices, onChange }: ActionsProps) => {
  const { run, isBusy, error } = useAction()
  const params = { import: of._id }
  const look = () =>
    run(async () => {
      const begun = await browserApi(checkImport, { params, body: choices })
      onChoices(begun.choices)
      await onChange(begun)
    })
  const start = () => run(async () => onChange(await browserApi(startImport, { params })))
  const isChanged = JSON.stringify(choices) !== JSON.stringify(of.choices)
  const startLabel = of.check === null || isChanged ? undefined : START_LABELS[of.state]
  return (
    <div className="stack gap-3">
      {isChanged && of.check !== null ? <p>You have changed something. Check again to see what it means; then you can start.</p> : null}
      <div className="row gap-3">
        {startLabel === undefined ? (
          <Button variant="primary" busy={isBusy} onClick={() => void look()}>
            {of.check === null ? 'See what is in it' : 'Check again'}
          </Button>
        ) : (
          <Button variant="primary" busy={isBusy} onClick={() => void start()}>
            {startLabel}
          </Button>
        )}
      </div>
      {error === null ? null : <Alert>{error}</Alert>}
    </div>
  )
}

interface ImportProgressProps {
  readonly of: ListedImport
  readonly isBusy: boolean
  readonly onStop: () => void
}

/** Progress of a running import. */
const ImportProgress = ({ of, isBusy, onStop }: ImportProgressProps) => {
  const { done = 0, total = 0, pictures = 0 } = of.progress ?? {}
  const isRun = of.state === 'running'
  return (
    <Card className="stack justify-items-start">
      <ProgressBar label={isRun ? 'Posts that have come' : 'Posts that have been read'} done={done} total={total} />
      <p className="text-lead">
        {total === 0 ? 'Opening the file…' : `${done} of ${total} posts${isRun ? `, ${pictures} new pictures` : ''}`}
      </p>
      {isRun && of.startedAt !== null ? (
        <p className="text-small text-ink-soft">
          Since <LocalTime at={of.startedAt} />. You can close this page and come back; it goes on without you. Readers see each post as
          soon as it is here.
        </p>
      ) : null}
      <Button busy={isBusy || of.isStopping} busyLabel="Finishing this post…" onClick={onStop}>
        Stop
      </Button>
    </Card>
  )
}
