import type { ListedImport } from '#moving/contract/imports.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/progress.tsx'

interface ImportProgressProps {
  readonly of: ListedImport
  readonly isBusy: boolean
  readonly onStop: () => void
}

/** Progress of a running import. */
export const ImportProgress = ({ of, isBusy, onStop }: ImportProgressProps) => {
  const { done = 0, total = 0, pictures = 0 } = of.progress ?? {}
  const isRun = of.state === 'running'
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4 p-5">
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
    </div>
  )
}
