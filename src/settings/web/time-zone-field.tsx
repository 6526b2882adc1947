import { useSyncExternalStore } from 'react'
import { currentTimeZone, timeZoneLabel } from '#platform/contract/time-zone.ts'
import { SelectField } from '#ui/forms/select-field.tsx'

interface TimeZoneFieldProps {
  readonly timeZone: string
  readonly error: string | undefined
}

const never = () => () => {}

/** False on the server and while hydrating, when the reader's time zone is unknown. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The zone in which the blog lives. The browser's own comes first, then the stored one, then all others by their cities. */
export const TimeZoneField = ({ timeZone: stored, error }: TimeZoneFieldProps) => {
  const timeZone = currentTimeZone(stored)
  const isHere = useHydrated()
  const own = isHere ? currentTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone) : timeZone
  const toOption = (value: string) => ({ value, label: timeZoneLabel(value) })
  const others = isHere ? new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentTimeZone)]) : []
  const listed = [...others]
    .filter((name) => name !== own && name !== timeZone)
    .map(toOption)
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
  const first = own === timeZone ? [toOption(own)] : [{ value: own, label: `${timeZoneLabel(own)}, as on this device` }, toOption(timeZone)]
  return (
    <SelectField
      // With the first list, the server's, React would keep the choice but not its place.
      key={String(isHere)}
      label="Time zone"
      name="timeZone"
      options={[...first, ...listed]}
      defaultValue={timeZone}
      error={error}
      hint="Dates, Sundays and the hour of mails are those of this place."
    />
  )
}
