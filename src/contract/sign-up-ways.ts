/** How one gets an account: by oneself, by asking the admins, or by an invitation alone. */
export const SIGN_UP_WAYS = ['open', 'request', 'invitation'] as const
