import type { RunningProcess } from '#upkeep/contract/stats.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'

const NAMES: Readonly<Record<RunningProcess['kind'], string>> = {
  import: 'Moving in',
  media: 'Film, sound and papers',
  pictures: 'Pictures',
  restore: 'Backup to restore',
}

/** Work beside the server, on the machine that sent this page; nothing while there is none. */
export const RunningWork = ({ running }: { readonly running: readonly RunningProcess[] }) => {
  if (running.length === 0) return null
  return (
    <section aria-label="Running now" className="card p-4 text-small">
      <h2 className="text-base font-semibold">Running now</h2>
      <ul className="mt-1">
        {running.map(({ kind, pid, since, progress }) => (
          <li key={pid}>
            {NAMES[kind]}
            <span>{`${progress === null ? '' : `: ${progress}`}, since `}</span>
            <LocalTime at={since} /> <span className="text-ink-soft">{`(process ${pid})`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
