export { InvitationCard as default } from '#pages/invitation/invitation-card.tsx'
