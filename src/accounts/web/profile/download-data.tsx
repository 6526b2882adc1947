import { downloadMyData } from '#accounts/contract/users.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { useConfirmed } from './use-confirmed.tsx'

const saveAsFile = (data: object, name: string) => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

const download = async () => saveAsFile(await browserApi(downloadMyData), 'my-data.json')

/** Everything that the blog stores about the reader, as one file. */
export const DownloadData = () => {
  const { run: runConfirmed, dialog } = useConfirmed()
  const { run, isBusy, error } = useAction()
  return (
    <>
      <Button busy={isBusy} onClick={() => void run(() => runConfirmed(download))}>
        Download my data
      </Button>
      {error === null ? null : <Alert>{error}</Alert>}
      {dialog}
    </>
  )
}
