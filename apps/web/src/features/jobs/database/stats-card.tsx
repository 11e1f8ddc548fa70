import { Skeleton } from '@adx/ui/feedback/skeleton';
import { formatNumber } from '@adx/validators/format-number';
import { ChevronDown } from 'lucide-react';
import { useStoredDisclosure } from '../../../lib/hooks/use-stored-disclosure.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { useStats } from './database-queries.ts';

/** Three figures about everything generated, by everybody for developers, by oneself for creators; open until it is folded, which this browser remembers. */
export default function StatsCard() {
	const { data: stats, error } = useStats();
	const { isDeveloperMode } = useAccess();
	const [isOpen, setOpen] = useStoredDisclosure('statistics');
	const rows = [
		['Total Generated', stats && formatNumber(stats.totalGenerated)],
		['Unique Combinations', stats && formatNumber(stats.uniqueCombinations)],
		['Success Rate', stats === undefined ? undefined : `${stats.successRate}%`],
	] as const;
	return (
		<details
			open={isOpen}
			onToggle={(event) => setOpen(event.currentTarget.open)}
			className="group rounded-lg border border-border bg-surface-1 p-4 shadow-card sm:p-5"
		>
			<summary className="flex cursor-pointer list-none items-center justify-between gap-2 [&::-webkit-details-marker]:hidden">
				<h2 className="font-title text-xl">Statistics</h2>
				<span className="ml-auto text-sm text-text-2">{isDeveloperMode ? 'Everybody’s images' : 'Your images'}</span>
				<ChevronDown aria-hidden className="size-5 text-text-2 transition-transform group-open:rotate-180" />
			</summary>
			<dl className="mt-3 grid grid-cols-3 gap-3">
				{rows.map(([name, value]) => (
					<div
						key={name}
						title={name === 'Success Rate' ? 'Of the images that were tried' : undefined}
						className="flex min-w-0 flex-col-reverse justify-end"
					>
						<dt className="text-sm text-text-2">{name}</dt>
						<dd className="figures text-xl font-semibold">
							{value ?? (error === null ? <Skeleton className="h-6 w-16" /> : 'unknown')}
						</dd>
					</div>
				))}
			</dl>
			{stats === undefined && error !== null ? (
				<p role="alert" className="mt-2 text-sm text-text-2">
					{error.message}
				</p>
			) : null}
		</details>
	);
}
