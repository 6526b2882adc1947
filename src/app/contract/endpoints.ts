import { attentionEndpoints } from '#accounts/contract/attention.endpoints.ts'
import { signUpRequestEndpoints, userEndpoints } from '#accounts/contract/users.endpoints.ts'
import type { EndpointTable } from '#platform/contract/endpoint.ts'
import {
  identityEndpoints,
  accountLinkEndpoints,
  sessionEndpoints,
  codeEndpoints,
  setupEndpoints,
} from '#accounts/contract/auth.endpoints.ts'
import { blogPageEndpoints } from '#site/contract/blog-pages.endpoints.ts'
import { categoryEndpoints } from '#site/contract/categories.endpoints.ts'
import { checklistEndpoints } from '#settings/contract/checklist.endpoints.ts'
import { commentEndpoints, moderationEndpoints } from '#comments/contract/comments.endpoints.ts'
import { removalEndpoints } from '#comments/contract/removals.endpoints.ts'
import { feedEndpoints } from '#posts/contract/feeds.endpoints.ts'
import { deliveryEndpoints } from '#newsletter/contract/deliveries.endpoints.ts'
import { newsletterEndpoints } from '#newsletter/contract/newsletter.endpoints.ts'
import { exportEndpoints } from '#import-export/contract/export.endpoints.ts'
import { importEndpoints } from '#import-export/contract/imports.endpoints.ts'
import { invitationEndpoints } from '#accounts/contract/invitations.endpoints.ts'
import { linkEndpoints } from '#site/contract/links.endpoints.ts'
import { editPostEndpoints } from '#writing/contract/edit-posts.endpoints.ts'
import { managePostsEndpoints } from '#writing/contract/manage-posts.endpoints.ts'
import { likeEndpoints } from '#posts/contract/likes.endpoints.ts'
import { lookEndpoints } from '#site/contract/look.endpoints.ts'
import { postEndpoints } from '#posts/contract/posts.endpoints.ts'
import { passkeyEndpoints } from '#accounts/contract/passkeys.endpoints.ts'
import { settingsEndpoints } from '#site/contract/settings.endpoints.ts'
import { siteEndpoints } from '#site/contract/site.endpoints.ts'
import { restoreEndpoints } from '#operations/contract/restore.endpoints.ts'
import { backupPlaceEndpoints } from '#operations/contract/backup-place.endpoints.ts'
import { statsEndpoints } from '#operations/contract/stats.endpoints.ts'
import { operationsEndpoints } from '#operations/contract/operations.endpoints.ts'
import { draftEndpoints, revisionEndpoints, trashEndpoints } from '#writing/contract/writing.endpoints.ts'

/** Every call of the API by name. */
export const endpoints = {
  ...sessionEndpoints,
  ...identityEndpoints,
  ...accountLinkEndpoints,
  ...userEndpoints,
  ...invitationEndpoints,
  ...signUpRequestEndpoints,
  ...postEndpoints,
  ...editPostEndpoints,
  ...managePostsEndpoints,
  ...likeEndpoints,
  ...attentionEndpoints,
  ...commentEndpoints,
  ...moderationEndpoints,
  ...removalEndpoints,
  ...setupEndpoints,
  ...checklistEndpoints,
  ...siteEndpoints,
  ...blogPageEndpoints,
  ...lookEndpoints,
  ...passkeyEndpoints,
  ...codeEndpoints,
  ...feedEndpoints,
  ...newsletterEndpoints,
  ...deliveryEndpoints,
  ...linkEndpoints,
  ...categoryEndpoints,
  ...statsEndpoints,
  ...settingsEndpoints,
  ...operationsEndpoints,
  ...backupPlaceEndpoints,
  ...restoreEndpoints,
  ...exportEndpoints,
  ...importEndpoints,
  ...draftEndpoints,
  ...revisionEndpoints,
  ...trashEndpoints,
} as const satisfies EndpointTable

export type EndpointName = keyof typeof endpoints
