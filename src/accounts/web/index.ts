export {
  attention,
  type AttentionCounts,
  attentionText,
  newCommentsText,
  refreshAttention,
  requestsText,
  toAttentionCounts,
} from './attention.ts'
export { EmailState } from './profile/account-actions.tsx'
export { ProfileTab, SafetyAndData } from './profile/profile-tab.tsx'
export { signInSection } from './profile/sign-in-settings.tsx'
export { ConfirmDialog } from './profile/confirm-dialog.tsx'
export { AccountForm, NewPasswordField } from './session/account-form.tsx'
export { showEndNotice } from './session/end-notice.ts'
export { EntryScreen } from './session/entry-screen.tsx'
export { LinkTokenField, readLinkToken, removeLinkToken, withLinkToken } from './session/link-token.tsx'
export { storeNewEmail } from './session/new-email.ts'
export { createPasskey } from './session/passkeys.tsx'
export { type SignInStep, STEP_PARAMETER } from './session/pending-step.ts'
export { acceptInvitation, setUpBlog, signOut, signUpInvited } from './session/session-actions.ts'
export { askToSignIn, onSessionEnd, sessionState } from './session/session-end.ts'
export { SignInDialog } from './session/sign-in-dialog.tsx'
export { SignInForm } from './session/sign-in-form.island.tsx'
export { SignInSteps } from './session/sign-in-steps.tsx'
export { RequestAccess } from './session/request-forms.tsx'
export { SignUpForm } from './session/sign-up-form.island.tsx'
export { watchAccount } from './session/watch-account.ts'
export { useCurrentUser } from './session/use-current-user.ts'
export { userActions } from './user-actions.ts'
export { UserAvatar } from './user-avatar.tsx'
export { loadUsersTab, UsersTab } from './users/users-tab.tsx'
