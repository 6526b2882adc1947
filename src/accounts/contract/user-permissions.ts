import type { Actor } from '#platform/contract/permissions.ts'

export const mayUpdateUser = (viewer: Actor | null, userId: string) => viewer?.id === userId

export const mayDeleteUser = (viewer: Actor | null, userId: string) => viewer?.isAdmin === true || viewer?.id === userId
