import type { Access } from '../logic.ts';
import type { PremiumFlags } from './store.ts';

export interface PremiumState {
	/** Whether the interface offers what Premium opens. */
	readonly isPremium: boolean;
	/** The flags promise Premium to somebody who, as the server says, no longer has it. */
	readonly hasEnded: boolean;
}

/** What the flags of this browser say. */
export function isPremium({ premium, signature, bypass }: PremiumFlags): boolean {
	return (premium && signature !== null && signature !== '') || bypass;
}

/**
 * The server's word about a known user stands above the flags. Without one (it could not be asked, or the session is
 * gone) the flags steer the interface, and every call is refused.
 */
export function derivePremium(user: Access['user'], flags: PremiumFlags): PremiumState {
	const isFlagged = isPremium(flags);
	if (user === null) return { isPremium: isFlagged, hasEnded: false };
	return { isPremium: user.premium, hasEnded: isFlagged && !user.premium };
}
