import type { RunningProcess } from '#upkeep/contract/stats.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'

/** Pictures and films take seconds. */
const NAMES: Readonly<Partial<Record<RunningProcess['kind'], string>>> = { import: 'Moving in', restore: 'Backup to restore' }

/** Long work beside the server, on the machine that sent this page; nothing while there is none. */
export const RunningWork = ({ running: all }: { readonly running: readonly RunningProcess[] }) => {
  const running = all.filter(({ kind }) => kind in NAMES)
  if (running.length === 0) return null
  return (
    <section aria-label="Running now" className="card p-4 text-small">
      <h2 className="text-base font-semibold">Running now</h2>
      <ul className="mt-1">
        {running.map(({ kind, pid, since, progress }) => (
          <li key={pid}>
            {NAMES[kind]}
            <span>{`${progress === null ? '' : `: ${progress}`}, since `}</span>
            <LocalTime at={since} />
          </li>
        ))}
      </ul>
    </section>
  )
}
