/** Name that people see: the display name, or `@` and the username. */
export const nameOfUser = ({ username, displayName }: { readonly username: string; readonly displayName?: string | undefined }): string =>
  displayName ?? `@${username}`
