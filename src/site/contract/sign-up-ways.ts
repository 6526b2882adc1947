/** How people get an account: by themselves, by a request to the admins, or only by an invitation. */
export const SIGN_UP_WAYS = ['open', 'request', 'invitation'] as const
