import { createSamples } from '#writing/contract/samples.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { PostBody } from '#posts/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'

interface SamplesStepProps {
  /** HTML of the sample family's About page. */
  readonly example: string
  readonly onDone: () => void
}

/** Offers to add sample posts. */
export const SamplesStep = ({ example, onDone }: SamplesStepProps) => {
  const { run, isBusy, error } = useAction()
  const add = async () => {
    await browserApi(createSamples)
    onDone()
  }
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4 p-5">
      <p>
        Sample posts show what a blog looks like that is lived in: lists, categories, pictures, something to search for. They are about a
        family that we invented.
      </p>
      <p className="text-ink-soft">
        While they are there, readers see them, too. One tap on the dashboard removes all of them, and only them.
      </p>
      {error === null ? null : <Alert>{error}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" disabled={isBusy} onClick={onDone}>
          Start empty
        </Button>
        <Button busy={isBusy} busyLabel="Adding the posts …" onClick={() => void run(add)}>
          Add sample posts
        </Button>
      </div>
      <details className="w-full">
        <summary className="link link-target cursor-pointer">Read how that family introduces itself</summary>
        <p className="mt-2 text-small text-ink-soft">An example for your own About page. It is not published, whatever you choose.</p>
        <PostBody html={example} kind="page" className="mt-2" />
      </details>
    </div>
  )
}
