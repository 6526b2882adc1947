import { type VersionState, getVersion } from '#operations/contract/operations.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { Facts, SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

/** Version of the software, and what it runs on. */
const VersionSettings = ({ version }: { readonly version: VersionState }) => (
  <SettingsCard>
    <div className="stack">
      <Facts
        rows={[
          ['Kindred', version.version],
          ['Running since', <LocalTime key="since" at={version.startedAt} />],
          ['Database', version.database],
          ['Pictures', version.storage === 'folder' ? 'in a folder of this machine' : 'in a bucket'],
          ['Node', version.node],
        ]}
      />
      <p className="text-small text-ink-soft">
        Kindred is free software under the {version.licence} licence. The person who runs the blog has a command that checks it: the doctor.
      </p>
    </div>
  </SettingsCard>
)

export const versionSection = settingsSection({
  reads: { version: getVersion },
  Component: VersionSettings,
})
