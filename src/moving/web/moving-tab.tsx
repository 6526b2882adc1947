import Truck from 'lucide-react/icons/truck'
import { DownloadBlog } from './download-blog.tsx'
import { ExportUpload } from './export-upload.tsx'
import { DeleteExport, OtherFiles } from './files.tsx'
import { ImportSteps } from './import-steps.tsx'
import { OneImport } from './one-import.tsx'
import { MailFollowers, TakeBack } from './take-back.tsx'
import { dashboardTab } from '#ui/dashboard/dashboard-tab.ts'
import { isActive, loadMoving, type MovingData, useImports } from './use-imports.ts'

/** Dashboard, Moving in: imports the export of an old blog (docs/product.md, 2). */
const Moving = (initial: MovingData) => {
  const { imports, current, takingBack, problem, show, reload } = useImports(initial)
  return (
    <div className="stack max-w-3xl gap-8">
      {current === null ? <ImportSteps /> : <OneImport key={`import ${current._id}`} of={current} problem={problem} onChange={show} />}
      {current === null || takingBack === null || isActive(current) ? null : (
        <>
          <MailFollowers key={`mail ${current._id}`} of={current} onDone={() => show(current)} />
          <TakeBack key={`back ${current._id}`} of={current} takingBack={takingBack} onDone={() => show(current)} />
        </>
      )}
      {current !== null && isActive(current) ? null : <ExportUpload isFirst={current === null} onUploaded={show} />}
      {current === null || isActive(current) ? null : <DeleteExport key={`delete ${current._id}`} of={current} onDeleted={reload} />}
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

export const movingTab = dashboardTab({
  id: 'moving',
  label: 'Moving in',
  Icon: Truck,
  access: 'admin',
  load: async ({ call, url }) => loadMoving(call, url.searchParams.get('show')),
  Component: ({ data }) => <Moving {...data} />,
})
