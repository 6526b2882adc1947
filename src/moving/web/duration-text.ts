/** '40 seconds', '3 minutes', '2 hours and 5 minutes' */
export function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 90) return count(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return count(minutes, 'minute')
  const rest = minutes % 60
  return `${count(Math.floor(minutes / 60), 'hour')}${rest === 0 ? '' : ` and ${count(rest, 'minute')}`}`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`
