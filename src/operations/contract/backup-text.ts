import type { BackupReport } from './restore.endpoints.ts'

export const countText = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`

/** '12 posts, 1 draft or planned post, 40 comments, 5 accounts, 30 pictures and files' */
export const contentText = ({ posts, unpublished, comments, users, pictures }: BackupReport['counts']): string =>
  [
    countText(posts, 'post', 'posts'),
    ...(unpublished === 0 ? [] : [countText(unpublished, 'draft or planned post', 'drafts and planned posts')]),
    countText(comments, 'comment', 'comments'),
    countText(users, 'account', 'accounts'),
    countText(pictures, 'picture or file', 'pictures and files'),
  ].join(', ')

export const leftOutText = (leftOut: readonly string[]): string =>
  `${countText(leftOut.length, 'file is', 'files are')} damaged or missing, and left out: ${leftOut.join(', ')}`
