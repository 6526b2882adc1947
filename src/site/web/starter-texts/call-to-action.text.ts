export const callToAction = {
  heading: 'There is a chair free next to ours',
  text: 'If something here sounded like your house, or nothing like it, we would be glad to hear. With an account you can leave a comment and put a heart on other people’s; a username, an email address and a password are all it takes.',
  /** HTML, without the invitation to create an account. */
  contentForMembers:
    '<p>If something here sounded like your house, or nothing like it, we would be glad to hear. A few words are enough; somebody may need exactly those tonight.</p>',
  action: 'Join in',
}
