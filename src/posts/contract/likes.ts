/** Path that the form of the like button is posted to. It is separate, because the cookie of a visitor's likes is sent to no other. */
export const LIKE_FORM_PATH = '/heart/:postSlug'
