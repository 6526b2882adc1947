import type { Readers } from '#site/contract/settings.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { CheckField } from '#ui/forms/check-field.tsx'

/** With more the list begins closed. */
const OPEN_MAX = 5

interface KeptOutProps {
  readonly readers: Pick<Readers, 'listed' | 'outsiders'>
  /** Ids of those who are chosen. */
  readonly letIn: ReadonlySet<string>
  readonly onChange: (letIn: ReadonlySet<string>) => void
}

/** Accounts that are not family, which a closed blog keeps out unless an admin lets them in. */
export const KeptOut = ({ readers: { listed, outsiders }, letIn, onChange }: KeptOutProps) => {
  const choose = (id: string, isChosen: boolean) => {
    const chosen = new Set(letIn)
    if (isChosen) chosen.add(id)
    else chosen.delete(id)
    onChange(chosen)
  }
  return (
    <details open={listed.length <= OPEN_MAX}>
      <summary className="link link-target cursor-pointer">Kept out, unless you let them in ({outsiders.toLocaleString('en')})</summary>
      <ul className="stack gap-1">
        {listed.map(({ _id, name, createdAt }) => (
          <li key={_id}>
            <CheckField
              label={`Let in ${name}`}
              hint={
                <>
                  <span>Joined </span>
                  <LocalTime at={createdAt} dayOnly />
                </>
              }
              name="letIn"
              checked={letIn.has(_id)}
              onChange={({ target }) => choose(_id, target.checked)}
            />
          </li>
        ))}
      </ul>
      {outsiders > listed.length ? (
        <p className="text-small text-ink-soft">
          These are the newest. All others are under{' '}
          <a href="/dashboard?tab=users" className="link">
            Users
          </a>
          .
        </p>
      ) : null}
    </details>
  )
}
