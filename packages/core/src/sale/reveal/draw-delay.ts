/**
 * Slots on Solana between the one in which a sale ended and that from which a block is drawn: whoever made the former
 * cannot know the latter. Part of what strangers check, so that it never changes.
 */
export const drawDelaySlots = 32;
