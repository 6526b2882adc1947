/** What a user is called wherever people read it: the display name, or else the username with its mark. */
export const nameOfUser = ({ username, displayName }: { readonly username: string; readonly displayName?: string | undefined }): string =>
  displayName ?? `@${username}`
