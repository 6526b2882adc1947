import type { likeEndpoints } from '#posts/contract/likes.endpoints.ts'
import type { Question } from '#tests/support/tables/settings-questions.ts'

/** Requests for hearts on posts. */
export const LIKE_QUESTIONS: Readonly<Record<keyof typeof likeEndpoints, readonly Question[]>> = {
  getHearts: [
    { path: ({ postId }) => `/api/post/likes/${postId}`, as: 'visitor' },
    { path: ({ postId }) => `/api/post/likes/${postId}`, as: 'user' },
  ],
  getOwnHeart: [{ path: ({ postId }) => `/api/post/liked/${postId}`, as: 'user' }],
  likePost: [
    { path: ({ postId }) => `/api/post/like/${postId}`, as: 'visitor' },
    { path: ({ postId }) => `/api/post/like/${postId}`, as: 'user' },
    { path: ({ postId }) => `/api/post/like/${postId}`, body: () => ({ isLiked: false }), as: 'user' },
  ],
}
