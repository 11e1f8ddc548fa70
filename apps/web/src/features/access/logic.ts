import type { AccessCheck } from '@adx/validators/auth';
import type { StoredFlags } from './store.ts';

export type UserRole = 'developer' | 'creator' | null;

/** What the interface derives from the server's answer and the browser's flags. */
export interface Access {
	readonly hasAccess: boolean;
	readonly isDeveloperMode: boolean;
	readonly userRole: UserRole;
	readonly user: AccessCheck['user'];
	/** The flags promise more than the server grants: the session behind them is gone. */
	readonly sessionEnded: boolean;
}

/** `check` is null when the server could not be asked; then the flags alone steer the interface. */
export function deriveAccess(check: AccessCheck | null, flags: StoredFlags): Access {
	const granted = check?.authenticated === true && check.hasMageAccess;
	const flagged = flags.mage || flags.discord;
	const hasAccess = granted || flagged;
	const isDeveloperMode = hasAccess && (flags.mage || check?.user?.role === 'developer');
	const lostElevation = flags.mage && check?.user?.role !== 'developer';
	return {
		hasAccess,
		isDeveloperMode,
		userRole: !hasAccess ? null : isDeveloperMode ? 'developer' : 'creator',
		user: granted ? check.user : null,
		sessionEnded: flagged && check !== null && (!granted || lostElevation),
	};
}
