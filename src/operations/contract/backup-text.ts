import { plural } from '#platform/contract/plural.ts'
import type { BackupReport } from './restore.endpoints.ts'

/** '12 posts, 1 draft or planned post, 40 comments, 5 accounts, 30 pictures and files' */
export const contentText = ({ posts, unpublished, comments, users, pictures }: BackupReport['counts']): string =>
  [
    plural(posts, '1 post', 'posts'),
    ...(unpublished === 0 ? [] : [plural(unpublished, '1 draft or planned post', 'drafts and planned posts')]),
    plural(comments, '1 comment', 'comments'),
    plural(users, '1 account', 'accounts'),
    plural(pictures, '1 picture or file', 'pictures and files'),
  ].join(', ')

export const leftOutText = (leftOut: readonly string[]): string =>
  `${plural(leftOut.length, '1 file is', 'files are')} damaged or missing, and left out: ${leftOut.join(', ')}`
