import { formatNumber } from '@adx/validators/format-number';
import { useEffect } from 'react';
import { formatImageCount } from '../job-labels.ts';
import { type DailyLimit, sharedText, useDailyLimit, useRefreshDailyLimit } from './daily-limit.ts';

/**
 * For a dialog that orders images: why the server will refuse them today, undefined where it will not. Other tabs and
 * scripts may have ordered meanwhile.
 */
export function useDailyLimitObstacle(images: number): string | undefined {
	const daily = useDailyLimit();
	const refresh = useRefreshDailyLimit();
	useEffect(refresh, [refresh]);
	return daily === null || images <= daily.left ? undefined : obstacleText(daily, images);
}

export function DailyLimitWarning({ children }: { readonly children: string | undefined }) {
	if (children === undefined) return null;
	return (
		<p role="alert" className="rounded-sm border border-ember-text px-3 py-2">
			{children}
		</p>
	);
}

function obstacleText({ limit, left, isShared }: DailyLimit, images: number): string {
	const all = `today’s ${formatImageCount(limit)}`;
	const rest =
		left === 0 ? `None of ${all} is left` : `Only ${formatNumber(left)} of ${all} ${left === 1 ? 'is' : 'are'} left`;
	const reason = isShared ? `${rest}, ${sharedText}` : rest;
	return `${reason}: this server will refuse an order of ${formatNumber(images)}. The count begins again at 00:00 UTC.`;
}
