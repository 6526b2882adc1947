import { createSamples } from '#writing/contract/samples.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'

/** Adds the sample posts to a blog that began without them. */
export const AddSamples = () => {
  const { run, isBusy, error } = useAction()
  const add = async () => {
    await browserApi(createSamples)
    location.reload()
  }
  return (
    <>
      <button type="button" aria-disabled={isBusy || undefined} className="text-button -ml-3" onClick={() => void run(add)}>
        {isBusy ? 'Adding the posts …' : 'Look around with sample posts'}
      </button>
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}
