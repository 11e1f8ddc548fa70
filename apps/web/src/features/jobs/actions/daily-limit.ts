import { formatNumber } from '@adx/validators/format-number';
import { useCallback, useEffect } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';

/** How many images this server lets the caller order on a UTC day, and how many of them are left. */
export interface DailyLimit {
	readonly limit: number;
	readonly left: number;
	/** Whether others, who signed in with the same password from the same network, have ordered of them. */
	readonly isShared: boolean;
}

/** Null without a limit, and while nobody known is signed in. */
export function useDailyLimit(): DailyLimit | null {
	const { config, user } = useAccess();
	const limit = config?.dailyGenerationLimit ?? null;
	const left = user?.imagesLeftToday ?? null;
	const hasLimit = limit !== null;
	const refresh = useRefreshDailyLimit();
	useEffect(() => {
		if (!hasLimit) return;
		// A moment late rather than early: the server's clock decides.
		const timer = setTimeout(refresh, dayMs - (Date.now() % dayMs) + 2_000);
		return () => clearTimeout(timer);
	}, [hasLimit, refresh]);
	return limit === null || left === null ? null : { limit, left, isShared: user?.imagesLeftAreShared === true };
}

const dayMs = 24 * 3_600_000;

/** Asks the server again how many images are left, where it has such a limit. */
export function useRefreshDailyLimit(): () => void {
	const { config } = useAccess();
	const { auth } = trpc.useUtils();
	const hasLimit = (config?.dailyGenerationLimit ?? null) !== null;
	return useCallback(() => {
		if (hasLimit) void auth.check.invalidate();
	}, [auth, hasLimit]);
}

export const formatDailyLeft = ({ limit, left, isShared }: DailyLimit) =>
	`${formatNumber(left)} of ${formatNumber(limit)} left today${isShared ? `, ${sharedText}` : ''}`;

export const sharedText = 'shared by all who use this password from your network';
