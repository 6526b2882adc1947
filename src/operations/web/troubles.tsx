import type { Trouble } from '#operations/contract/stats.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { settingsPath } from '#ui/dashboard/settings-section.ts'
import { Alert } from '#ui/components/alert.tsx'

/** What keeps the blog from working as it should, since when, and what to do. */
export const Troubles = ({ troubles }: { readonly troubles: readonly Trouble[] }) =>
  troubles.map(({ says, since, advice, section }) => (
    <Alert key={says}>
      <p>
        <strong>{says}</strong>{' '}
        {since === null ? null : (
          <span>
            Since <LocalTime at={since} />.{' '}
          </span>
        )}
        <span>{advice}</span>
      </p>
      <a href={settingsPath(section)} aria-label={`See it: ${says}`} className="link link-target">
        See it
      </a>
    </Alert>
  ))
