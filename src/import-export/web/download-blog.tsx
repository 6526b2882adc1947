import Download from 'lucide-react/icons/download'
import { getExport } from '#import-export/contract/export.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'

/** The way out: all texts with their pictures, as a file that needs no blog to be read. */
export const DownloadBlog = () => {
  const { run, isBusy, error } = useAction()
  const download = () =>
    run(async () => {
      const { name } = await browserApi(getExport)
      // The browser downloads the file, so it is never held in memory.
      Object.assign(document.createElement('a'), { href: '/api/export/file', download: name }).click()
    })
  return (
    <section aria-labelledby="download-blog" className="stack gap-3">
      <h2 id="download-blog" className="text-h3">
        Take everything with you
      </h2>
      <p className="text-ink-soft">
        One zip file with every post and page, their pictures, films and comments. Any browser opens it on your computer, without this blog,
        and another blog like this one takes it back here. Drafts and accounts are in the safe copies.
      </p>
      <Button className="justify-self-start" busy={isBusy} onClick={() => void download()}>
        <Download aria-hidden="true" size={18} />
        Download everything
      </Button>
      {error === null ? null : <Alert>{error}</Alert>}
    </section>
  )
}
