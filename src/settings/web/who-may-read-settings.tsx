import { getReaders, getSettings, type Readers, type Settings } from '#site/contract/settings.endpoints.ts'
import { PREVIEW_AUDIENCES, PREVIEW_NAMES, previewPath } from '#site/contract/preview.ts'
import { settingsSection } from '#ui/dashboard/settings-section.ts'
import { WhoMayRead } from './who-may-read.tsx'

/** The blog with the eyes of others. */
const PreviewLinks = () => (
  <ul aria-label="See the blog as others do" className="mt-4 row">
    {PREVIEW_AUDIENCES.map((audience) => (
      <li key={audience}>
        <a href={previewPath(audience, '/')} target="_blank" rel="noreferrer" className="link link-target">
          What does {PREVIEW_NAMES[audience]} see?
          <span className="sr-only"> (in a new tab)</span>
        </a>
      </li>
    ))}
    <li>
      <a href="/dashboard?tab=users#invitations" className="link link-target">
        Invite people
      </a>
    </li>
  </ul>
)

const WhoMayReadSettings = (props: { readonly settings: Settings; readonly readers: Readers }) => (
  <>
    <WhoMayRead {...props} />
    <PreviewLinks />
  </>
)

export const readingSection = settingsSection({
  reads: { settings: getSettings, readers: getReaders },
  Component: WhoMayReadSettings,
})
