import { DeleteExport } from './delete-export.tsx'
import { EarlierExports } from './earlier-exports.tsx'
import { ExportUpload } from './export-upload.tsx'
import { ImportSteps } from './import-steps.tsx'
import { OneImport } from './one-import.tsx'
import { isActive, type MovingData, useImports } from './use-imports.ts'

/** Dashboard, Moving in: imports the export of an old blog (docs/product.md, 2). */
export const MovingTab = (initial: MovingData) => {
  const { imports, current, problem, show, reload } = useImports(initial)
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
      {current === null ? <ImportSteps /> : <OneImport key={`import ${current._id}`} of={current} problem={problem} onChange={show} />}
      {current !== null && isActive(current) ? null : <ExportUpload isFirst={current === null} onUploaded={show} />}
      {current === null || isActive(current) ? null : <DeleteExport key={`delete ${current._id}`} of={current} onDeleted={reload} />}
      <EarlierExports imports={imports.filter(({ _id }) => _id !== current?._id)} />
      {current === null ? null : (
        <details>
          <summary className="link link-target cursor-pointer">How moving in works</summary>
          <div className="mt-4">
            <ImportSteps />
          </div>
        </details>
      )}
    </div>
  )
}
