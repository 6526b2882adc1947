import type { UploadKind } from '#media/contract/media-limits.ts'
import type { Actor } from '#platform/contract/permissions.ts'

/** Every user may upload a profile picture. Everything else is for writers. */
export const mayUpload = (viewer: Actor | null, kind: UploadKind) => (kind === 'profile' ? viewer !== null : viewer?.isAdmin === true)
