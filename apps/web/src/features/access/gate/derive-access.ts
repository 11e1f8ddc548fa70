import type { AccessCheck } from '@adx/validators/auth/auth';
import type { PremiumFlags, StoredFlags } from './stored-flags.ts';

export type UserRole = 'developer' | 'creator' | null;

/** What the interface derives from the server's answer and the browser's flags. */
export interface Access {
	readonly hasAccess: boolean;
	readonly isDeveloperMode: boolean;
	readonly userRole: UserRole;
	readonly user: AccessCheck['user'];
	/** A Discord account that is signed in but holds none of the qualifying roles. */
	readonly userWithoutRole: AccessCheck['user'];
	/** The browser was promised more than the server grants now: the session behind it is gone. */
	readonly sessionEnded: boolean;
}

/** The role that an answer of the server grants; null for none. */
export function getGrantedRole(check: AccessCheck | null): UserRole {
	if (check === null || !check.authenticated || !check.hasMageAccess) return null;
	return check.user?.role ?? 'creator';
}

/**
 * `check` is null when the server could not be asked; then the flags alone steer the interface. `roleBefore` is what
 * the server granted earlier on this page: members who came through Discord have no flag, and their page must not
 * vanish under their hands either when the session ends.
 */
export function deriveAccess(check: AccessCheck | null, flags: StoredFlags, roleBefore: UserRole): Access {
	const granted = getGrantedRole(check);
	const isRememberedDeveloper = flags.mage || roleBefore === 'developer';
	const isRemembered = isRememberedDeveloper || flags.discord || roleBefore !== null;
	const hasAccess = granted !== null || isRemembered;
	const isDeveloperMode = isRememberedDeveloper || granted === 'developer';
	const isLess = granted === null || (isRememberedDeveloper && granted !== 'developer');
	return {
		hasAccess,
		isDeveloperMode,
		userRole: !hasAccess ? null : isDeveloperMode ? 'developer' : 'creator',
		user: granted === null ? null : (check?.user ?? null),
		userWithoutRole: check?.authenticated && granted === null ? check.user : null,
		sessionEnded: isRemembered && check !== null && isLess,
	};
}

const soonMs = 3_600_000;

/** Whether a session ends within the hour, as an emergency session always does. */
export const isEndingSoon = (expiresAt: Date, nowMs: number) => expiresAt.getTime() - nowMs <= soonMs;

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
