import type { ListedImport } from '#moving/contract/imports.endpoints.ts'
import { FileLine } from './file-line.tsx'

const STATES: Readonly<Record<ListedImport['state'], string>> = {
  received: 'Not read yet',
  checking: 'Being read',
  checked: 'Read, not imported',
  running: 'Running',
  stopped: 'Stopped',
  done: 'Imported',
  failed: 'Failed',
}

/** The other exports; each has an address of its own. */
export const EarlierExports = ({ imports }: { readonly imports: readonly ListedImport[] }) =>
  imports.length === 0 ? null : (
    <section aria-labelledby="earlier-exports">
      <h2 id="earlier-exports" className="text-h3">
        Other files
      </h2>
      <ul className="card mt-3 px-5 py-1">
        {imports.map((each) => (
          <li key={each._id} className="border-b border-line py-2 last:border-b-0">
            <a href={`/dashboard?tab=moving&show=${each._id}`} className="link link-target">
              {STATES[each.state]}
            </a>
            <FileLine of={each} />
          </li>
        ))}
      </ul>
    </section>
  )
