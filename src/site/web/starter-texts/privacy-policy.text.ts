import type { Site } from '#site/contract/site.endpoints.ts'
import { type LegalText, waysToReach } from './legal-text.ts'

const PRIVACY_POLICY_TITLE = 'Privacy Policy'

const MAIL =
  'Your address may be used for messages about your own account, such as confirming that the address is yours, choosing a new password, sending a code to sign in with, or telling you that something was changed.'
const NO_MAIL = 'This blog sends no mail.'
const GOOGLE =
  'You can sign in with Google, if you like. Nothing goes to Google unless you press that button. If you do, Google tells us your name, your email address and your picture, and learns that you signed in here; what it does with that is described in its own policy.'
const GOOGLE_COOKIE = ' (If you do so with Google, a second one keeps that one sign-in together; it lives for ten minutes.)'

const FOLLOWING =
  'If you ask to hear of new posts, or of replies to your comments, by mail, we keep your email address, how often and of which categories you would like to hear, when you asked, which posts and comments were mailed to you, and whether the mails could be delivered. You need no account for it. Nothing is mailed before you have pressed the button behind the link in the first mail; without that, what you asked for is deleted after a week. Every mail has a link that ends it, and then all of this is deleted. The mails themselves hold nothing that would tell us whether you open them.'
const END_FOLLOWING = 'What comes to you by mail you can change or end with the link in each mail, and in your profile if you have one.'

const OPEN_TO_ALL =
  'What is here for everyone you can read without an account and without telling us who you are; some of it may be for our family alone.'
const CLOSED = 'This blog is closed: only people whom we have let in can read it, so to read you need an account.'
const INVITATIONS =
  'If you came by an invitation, we keep which one it was and when you used it, so that we know who came by which. It stays with your account and goes with it.'
const VISITORS_HEARTS =
  ' If you give a post a heart without an account, we count it, and keep nothing that says whose it is: neither who you are, nor when it was, nor which other posts the same device has given one.'
const HEARTS_COOKIE =
  ' If you give a post a heart without an account, your browser gets another cookie, with a random number, so that you can take the heart back. It is sent when you press a heart and at no other time, and ends after a year.'
const requestsText = (mail: boolean) =>
  `If you ask us for an account, we keep your name, your email address${mail ? '' : ', the hash of your password'} and what you wrote until one of us has decided; if we do not let you in, all of it is deleted.`

// oxlint-disable-next-line max-lines-per-function -- a text
const policyFor = ({ mail, googleSignIn, isClosed }: Site): LegalText => ({
  title: PRIVACY_POLICY_TITLE,
  intro: `We write about somebody who cannot always give permission, so we think about privacy a good deal, and we would like to take the same care with yours. ${isClosed ? CLOSED : OPEN_TO_ALL} This page says what we keep when you do make one, why, and how to take it back.`,
  sections: [
    {
      heading: '1. Information we collect',
      paragraphs: [
        'If you only read, we ask you for nothing. As with any website, our server sees the network address that a request comes from. It uses that address for a short time to slow down abuse, such as somebody guessing passwords, and it may note it in the server’s log together with the page or action asked for, the time and whether it worked.' +
          (isClosed ? '' : VISITORS_HEARTS),
        'If you make an account, we keep your username, the display name you may have chosen, your email address, your password and the day you joined. The password is never kept as you typed it: it is turned into an argon2id hash, from which we cannot read it back. If you choose a profile picture we keep it too, as a fresh copy that holds nothing but what it shows: the place, the date, the camera and everything else that a phone writes into a photo is taken out, and the file you sent is deleted at once. If you add a passkey we keep its public half, the name you gave it and when it was last used; your face, your finger and the secret half never leave your device. If you make an address for a feed reader we keep its name, the day it was made and the day it was last read; the address itself we cannot read back. While you are signed in we keep, for each of your sessions, what your browser calls itself and when it was last here, so that you can recognise and end them.',
        [INVITATIONS, ...(isClosed ? [requestsText(mail)] : [])].join(' '),
        'If you take part, we keep the comments you write, the comments you like, the posts you give a heart, and when you did so. Who is signed in and may read a post can see the names of those whose heart it has. Your username, your display name, your picture and your comments can be seen by everybody who may read the post that they stand under. A comment may wait until one of us has approved it, and you can report one that should be looked at; we keep what you said about it. Your email address is not shown to other readers; only you and the people who run this blog can see it.',
        ...(mail ? [FOLLOWING] : []),
        'If this blog was somewhere else before, comments that stood there may have come with it, under the names they were written with. The email and network addresses of those who wrote them did not.',
      ],
    },
    {
      heading: '2. How we use it',
      paragraphs: [
        'We use what you give us to run the blog: to sign you in, to put your name beside your comment, to count likes, to keep the conversation kind, and to find out what went wrong when something breaks. ' +
          (mail ? MAIL : NO_MAIL),
        'We do not sell or rent anything about you, we do not show advertisements, and we do not build up a picture of what you read.',
      ],
    },
    {
      heading: '3. Cookies and browser storage',
      paragraphs: [
        `We set one cookie when you sign in, and none because you read.${googleSignIn ? GOOGLE_COOKIE : ''} It holds a random token that tells our server which session is yours. The token is replaced every hour while you are here. It ends when you sign out, and in any case sixty days after your last visit or a year after you signed in. Without it signing in could not work, and it is used for nothing else.${isClosed ? '' : HEARTS_COOKIE}`,
        'Your browser’s own storage remembers whether you like the light or the dark theme, who is signed in, and the posts you have given a heart, so that the page looks right before it has finished loading. Text that you have begun to write may be kept there as well until it is sent, so that you do not lose it, and while a large picture is on its way it is noted there where to go on should the connection break. You can clear all of this in your browser at any time.',
      ],
    },
    {
      heading: '4. Third-party services',
      paragraphs: [
        'Many websites use an analytics service to follow what their visitors do. We use none. There are no trackers here, and no scripts or fonts are fetched from anyone else’s servers.',
        ...(googleSignIn ? [GOOGLE] : []),
        'The computers and the storage that this blog runs on may be rented from a hosting company, which then holds the data on our behalf. When you follow a link to another website, that site’s own rules apply.',
      ],
    },
    {
      heading: '5. Data security',
      paragraphs: [
        'Passwords are hashed, as described above. Of a session we store only a hash of its token, so a copy of our database would not let anyone sign in as you. The session cookie cannot be read by scripts. Repeated failed sign-ins are slowed down, and changing your password ends your sessions everywhere else. Every picture on this blog was cleaned of hidden information before anybody could open it. A post that is for the family alone, its pictures and its comments are shown to nobody else; but what people have read or seen they can keep and pass on.',
        'No system is perfectly safe. Please choose a password that you use nowhere else, and please do not put into a comment what you would not want a stranger to read, least of all about a child’s health.',
      ],
    },
    {
      heading: '6. Your choices',
      paragraphs: [
        ...(mail ? [END_FOLLOWING] : []),
        'On your profile you can see and change your display name, username, email address, password and picture, see where you are signed in and end it, and download everything that we keep about you. You can edit or delete your own comments and take back a like or a heart whenever you wish.',
        'You can delete your account there too. That removes the account, its sessions, your likes and your hearts. Comments you have written stay, so that other people’s answers still make sense, and are shown as anonymous. If you would rather that they went as well, delete them first. A comment that one of us deletes can be brought back for an hour, in case it was a mistake, and then it is gone. When one of us deletes a post, the comments under it are shown to nobody any more; they are kept for thirty days, for the same reason, and then they are gone. Backups, if the family keeps them, may hold an older copy for a while.',
      ],
    },
    {
      heading: '7. Children under 13',
      paragraphs: [
        'Anyone may read with whoever looks after them, and we know of some keen readers aged nine. Accounts, though, are for people aged 13 and over, and we do not knowingly collect information from anyone younger. If you think that a child under 13 has made an account, tell us and we will delete it.',
      ],
    },
    {
      heading: '8. Changes to this policy',
      paragraphs: [
        'If the blog begins to do something new with what you give us, we will change this page first, and the date at the top with it. If the change is one that you would want to know about, we will say so in a post too.',
      ],
    },
  ],
})

const contactSection = (site: Site): LegalText['sections'][number] => ({
  heading: '9. Contact',
  paragraphs: [
    `If you have a question about any of this, reach us ${waysToReach(site)}. Comments can be read by everybody who may read the post: nothing private belongs there. It may take us a few days, and then we will answer.`,
  ],
})

/** Describes what this software does with its present settings. A change of behaviour must change this text. */
export const privacyPolicyFor = (site: Site): LegalText => {
  const policy = policyFor(site)
  return { ...policy, sections: [...policy.sections, contactSection(site)] }
}
