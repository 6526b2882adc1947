/** Name that people see: the display name, or `@` and the username. */
export const nameOfUser = ({ username, displayName }: { readonly username: string; readonly displayName?: string | undefined }): string =>
  displayName ?? `@${username}`

/** The same with the username, which nobody else can bear: wherever an admin decides about a person. */
export const fullNameOfUser = ({
  username,
  displayName,
}: {
  readonly username: string
  readonly displayName?: string | undefined
}): string => (displayName === undefined ? `@${username}` : `${displayName} (@${username})`)
