import { type LegalText, type Reachable, waysToReach } from './legal-text.ts'

const TERMS_TITLE = 'Terms of Use'

export const termsFor = (site: Reachable): LegalText => ({
  title: TERMS_TITLE,
  intro:
    'These are the house rules. We have tried to write them as we would say them at the door: what you may expect of us, what we ask of you, and what nobody can promise.',
  sections: [
    {
      heading: '1. Acceptance',
      paragraphs: [
        'By reading this blog or making an account on it you agree to these terms. If you do not agree with them, please don’t use it; there will be no hard feelings. To make an account you need to be at least 13 years old, and what happens on your account is your responsibility, so keep your password to yourself.',
      ],
    },
    {
      heading: '2. Intellectual property',
      paragraphs: [
        'The posts, pictures and drawings here belong to our family unless we say otherwise. You are welcome to share a link, to quote a short passage and say where it came from, and to print a post or a checklist for yourself, your ward, your school or your parents’ group.',
        'Please do not republish whole posts, sell them, or use pictures or stories of our children anywhere else without asking us first.',
      ],
    },
    {
      heading: '3. What you write here',
      paragraphs: [
        'Your comments stay yours. By posting one you let us show it here, next to the post it answers, for as long as it is up. You can edit or delete it whenever you like. If you delete your account without deleting your comments, they stay and are shown as anonymous.',
        'Please be kind. Do not post what is cruel, unlawful, an advertisement or somebody else’s to share; do not give out another person’s private details, and think twice about your own child’s. Do not tell other parents to change a dose, a setting or a treatment. We may edit or remove comments, and close accounts, when we think we need to.',
      ],
    },
    {
      heading: '4. Links to other places',
      paragraphs: [
        'Now and then a post or a comment links to another website. We do not run those sites and cannot answer for what is on them or what becomes of it later. Look around with care, as you would anywhere.',
      ],
    },
    {
      heading: '5. Disclaimer: this is not medical advice',
      paragraphs: [
        'We are parents, not clinicians. What is written here, in posts and in comments, is what happened in one family or another. It is not medical advice and it cannot take the place of people who know your child. Ask your own team before you change anything about medicines, feeds, devices or care, and never put off asking because of something that you read here.',
        'If your child may be in danger now, stop reading and ring your emergency number.',
        'We try to be accurate, but we may be wrong or out of date, and the blog may sometimes be unavailable. It is offered as it is, without guarantees of any kind.',
      ],
    },
    {
      heading: '6. Limit of liability',
      paragraphs: [
        'As far as the law allows, we are not liable for loss or harm that comes from using this blog, from not being able to use it, or from relying on what is written in it. Nothing in these terms takes away rights that the law gives you, or limits a liability that it does not permit us to limit.',
      ],
    },
    {
      heading: '7. Changes',
      paragraphs: [
        'We may change these terms as the blog changes. When we do, we will put the new date at the top of this page. If you go on using the blog after that, you are agreeing to the new version.',
      ],
    },
    {
      heading: '8. Contact',
      paragraphs: [
        `If something here is unclear, or you think that a comment or a post should not be up, tell us ${waysToReach(site)}. We read everything, though not always quickly.`,
      ],
    },
  ],
})
