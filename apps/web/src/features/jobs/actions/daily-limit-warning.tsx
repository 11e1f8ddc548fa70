import { useEffect } from 'react';
import { formatCount, formatImageCount } from '../job-labels.ts';
import { type DailyLimit, useDailyLimit, useRefreshDailyLimit } from './daily-limit.ts';

/** In a dialog that orders images: says so where the server will refuse them today. Other tabs and scripts may have ordered meanwhile. */
export function DailyLimitWarning({ images }: { readonly images: number }) {
	const daily = useDailyLimit();
	const refresh = useRefreshDailyLimit();
	useEffect(refresh, [refresh]);
	if (daily === null || images <= daily.left) return null;
	return (
		<p role="alert" className="rounded-sm border border-ember-text px-3 py-2">
			{warningText(daily, images)}
		</p>
	);
}

function warningText({ limit, left }: DailyLimit, images: number): string {
	const all = `today’s ${formatImageCount(limit)}`;
	const rest =
		left === 0 ? `None of ${all} is left` : `Only ${formatCount(left)} of ${all} ${left === 1 ? 'is' : 'are'} left`;
	return `${rest}: this server will refuse an order of ${formatCount(images)}. The count begins again at 00:00 UTC.`;
}
