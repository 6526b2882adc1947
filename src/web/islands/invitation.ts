export { InvitationCard as default } from '#web/pages/invitation/invitation-card.tsx'
