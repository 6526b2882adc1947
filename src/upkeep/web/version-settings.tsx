import { countText } from '#upkeep/contract/backup-text.ts'
import { type VersionState, getVersion } from '#upkeep/contract/upkeep.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Facts, SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

/** Version of the software, and whether anything is wrong with it (docs/product.md, 2). */
const VersionSettings = ({ version }: { readonly version: VersionState }) => (
  <SettingsCard>
    <div className="stack">
      {version.findings.length === 0 ? <Alert kind="success">Everything looks fine.</Alert> : null}
      {version.findings.map(({ subject, isWrong, says, advice }) => (
        <Alert key={`${subject} ${says}`} kind={isWrong ? 'error' : 'info'}>
          {subject}: {says} {advice}
        </Alert>
      ))}
      <Facts
        rows={[
          ['Kindred', version.version],
          ['Running since', <LocalTime key="since" at={version.startedAt} />],
          ['In it', `${countText(version.posts, 'post', 'posts')}, ${countText(version.pictures, 'picture', 'pictures')}`],
          ['Database', version.database],
          ['Pictures', version.storage === 'folder' ? 'in a folder of this machine' : 'in a bucket'],
          ['Node', version.node],
        ]}
      />
      <p className="text-small text-ink-soft">
        Kindred is free software under the {version.licence} licence. The guide for the person who runs the blog names a command that checks
        more than this page does.
      </p>
    </div>
  </SettingsCard>
)

export const versionSection = settingsSection({
  reads: { version: getVersion },
  Component: VersionSettings,
})
