/** Path that the form of a post's heart is posted to. It is separate, because the cookie of a visitor's hearts is sent to no other. */
export const HEART_PATH = '/heart/:postSlug'
