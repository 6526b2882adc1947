/** Comments that were typed but not saved yet, kept by the tab through a sign-in or a reload. */
type Subject = { readonly postId: string } | { readonly commentId: string }

const keyOf = (subject: Subject) => ('postId' in subject ? `comment-draft:${subject.postId}` : `comment-edit-draft:${subject.commentId}`)

/** The kept text; empty where there is none or where the browser forbids storage. */
export const readCommentDraft = (subject: Subject): string => {
  try {
    return sessionStorage.getItem(keyOf(subject)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a text; an empty one forgets what was kept. */
export const keepCommentDraft = (subject: Subject, text: string): void => {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(subject))
    else sessionStorage.setItem(keyOf(subject), text)
  } catch {
    // A browser that forbids storage keeps no drafts.
  }
}
