import { TextField } from '#web/ui/text-field.tsx'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** As a datetime-local field has it: in the time zone of the browser. */
const toLocalTime = (iso: string): string => {
  const at = new Date(iso)
  const date = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${date}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

interface PublishAtFieldProps {
  /** ISO; undefined for a post that is not planned. */
  readonly plannedFor: string | undefined
  readonly error: string | undefined
}

/** Plans a post for later, or dates it back. */
export const PublishAtField = ({ plannedFor, error }: PublishAtFieldProps) => (
  <details open={plannedFor !== undefined || error !== undefined}>
    <summary className="link link-target">Another time</summary>
    <TextField
      label="Publish at"
      name="publishAt"
      type="datetime-local"
      hint="In your own time. In the future, the post waits until then; in the past, it is dated back. Empty means now."
      defaultValue={plannedFor === undefined ? '' : toLocalTime(plannedFor)}
      error={error}
    />
  </details>
)
