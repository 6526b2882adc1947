/** Text of a form field; empty if there is none. */
export const readText = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
