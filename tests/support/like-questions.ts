import type { likeEndpoints } from '#posts/contract/likes.endpoints.ts'
import type { Question } from './settings-questions.ts'

/** Requests for hearts on posts. */
export const LIKE_QUESTIONS: Readonly<Record<keyof typeof likeEndpoints, readonly Question[]>> = {
  'GET /api/post/likes/:postId': [
    { path: ({ postId }) => `/api/post/likes/${postId}`, as: 'visitor' },
    { path: ({ postId }) => `/api/post/likes/${postId}`, as: 'user' },
  ],
  'GET /api/post/liked/:postId': [{ path: ({ postId }) => `/api/post/liked/${postId}`, as: 'user' }],
  'PUT /api/post/like/:postId': [
    { path: ({ postId }) => `/api/post/like/${postId}`, as: 'visitor' },
    { path: ({ postId }) => `/api/post/like/${postId}`, as: 'user' },
    { path: ({ postId }) => `/api/post/like/${postId}`, body: () => ({ isLiked: false }), as: 'user' },
  ],
}
