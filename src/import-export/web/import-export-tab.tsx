import Truck from 'lucide-react/icons/truck'
import { useState } from 'react'
import { focusOnce } from '#ui/components/focus-notice.ts'
import { dashboardTab } from '#ui/dashboard/dashboard-tab.ts'
import { DownloadBlog } from './download-blog.tsx'
import { ExportUpload } from './export-upload.tsx'
import { DeleteExport, OtherFiles } from './files.tsx'
import { ImportSteps } from './import-steps.tsx'
import { OneImport } from './one-import.tsx'
import { MailFollowers, TakeBack } from './take-back.tsx'
import { isActive, loadImportExport, type ImportExportData, useImports } from './use-imports.ts'

/** Dashboard, Moving in: imports the export of an old blog. */
const Moving = (initial: ImportExportData) => {
  const { imports, current, problem, show } = useImports(initial)
  const [done, setDone] = useState<string | null>(null)
  const isIdle = current !== null && !isActive(current)
  const onChange = async (asked: string | null) => {
    setDone(null)
    await show(asked)
  }
  const onDone = async (message: string) => {
    await onChange(current?._id ?? null)
    setDone(message)
  }
  return (
    <div className="stack max-w-3xl gap-8">
      {/* The pressed button is gone by then, so the message takes the focus. */}
      {done === null ? null : (
        <p ref={focusOnce} tabIndex={-1} className="alert alert-success outline-none">
          {done}
        </p>
      )}
      {current === null ? <ImportSteps /> : <OneImport key={`import ${current._id}`} of={current} problem={problem} onChange={onChange} />}
      {isIdle ? (
        <>
          <MailFollowers of={current} onDone={onDone} />
          <TakeBack of={current} onDone={onDone} />
        </>
      ) : null}
      {current === null || isIdle ? <ExportUpload isFirst={current === null} onUploaded={onChange} /> : null}
      {isIdle ? <DeleteExport of={current} onDeleted={() => onChange(null)} /> : null}
      <OtherFiles imports={imports.filter(({ _id }) => _id !== current?._id)} />
      {current === null ? null : (
        <details>
          <summary className="link link-target">How moving in works</summary>
          <div className="mt-4">
            <ImportSteps />
          </div>
        </details>
      )}
      <DownloadBlog />
    </div>
  )
}

export const importExportTab = dashboardTab({
  id: 'moving',
  label: 'Moving in',
  Icon: Truck,
  access: 'admin',
  load: async ({ call, url }) => loadImportExport(call, url.searchParams.get('show')),
  Component: ({ data }) => <Moving {...data} />,
})
