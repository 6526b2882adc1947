export const ROLES = ['reader', 'family', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const roleOf = ({ isAdmin, isFamily }: { readonly isAdmin: boolean; readonly isFamily: boolean }): Role => {
  if (isAdmin) return 'admin'
  return isFamily ? 'family' : 'reader'
}
