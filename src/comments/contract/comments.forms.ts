import { form, text, textUnlessEmpty } from '#platform/contract/form.ts'
import { plainPath } from '#platform/contract/paths.ts'
import { createComment, deleteComment, editComment, likeComment, reportComment } from './comments.endpoints.ts'

const COMMENTS = '#comments'

export const commentForm = form('comment', {
  pages: ['post'],
  endpoint: createComment,
  fields: { content: text, postId: text, parentId: text, requestKey: textUnlessEmpty },
  hidden: ['postId', 'parentId', 'requestKey'],
  // A reply appears in its thread on the current page of comments, a new comment on the first page.
  next: (comment, url) =>
    plainPath(url) + (comment.parentId === undefined ? '' : url.search) + (comment.pending ? COMMENTS : `#comment-${comment._id}`),
})

/** Path of the post, from that of the page with the reader's own comments on it. */
const postOf = (url: URL) => plainPath(url).replace(/\/[^/]*$/, '')

export const editCommentForm = form('edit-comment', {
  pages: ['own-comments'],
  endpoint: editComment,
  params: ['commentId'],
  fields: { content: text },
  next: (comment, url) => `${postOf(url)}#comment-${comment._id}`,
})

export const deleteCommentForm = form('delete-comment', {
  pages: ['own-comments'],
  endpoint: deleteComment,
  params: ['commentId'],
  next: (_, url) => postOf(url) + COMMENTS,
})

export const likeCommentForm = form('like', {
  pages: ['post'],
  endpoint: likeComment,
  params: ['commentId'],
  // The query holds the page of comments.
  next: (comment, url) => `${plainPath(url)}${url.search}#comment-${comment._id}`,
  afterSignIn: (url) => plainPath(url) + COMMENTS,
})

export const reportCommentForm = form('report', {
  pages: ['post'],
  endpoint: reportComment,
  params: ['commentId'],
  fields: { reason: textUnlessEmpty },
})

export const commentForms = [commentForm, editCommentForm, deleteCommentForm, likeCommentForm, reportCommentForm]
