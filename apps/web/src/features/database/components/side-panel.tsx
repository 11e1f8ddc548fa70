import { Button, buttonClass } from '@adx/ui/button';
import { databasePartCount } from '@adx/validators/limits';
import clsx from 'clsx';
import { ChevronDown, Database, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { usePageReload } from '../../../lib/page-reload.ts';
import { useAccess } from '../../access/components/access-provider.tsx';
import { useCleanup, useStats } from '../queries.ts';

type Scope = 'own' | 'all';

/** Stays in its corner: how much was generated, and, unfolded, all of it to download or to delete. */
export function SidePanel() {
	const [isOpen, setOpen] = useState(false);
	const [scope, setScope] = useState<Scope>('own');
	const { data: stats } = useStats();
	const { isDeveloperMode } = useAccess();
	const contentId = useId();
	const total = stats?.totalGenerated.toLocaleString('en');
	return (
		<aside
			aria-label="Database"
			className={clsx(
				'fixed right-3 bottom-20 z-30 overflow-hidden rounded-lg border border-line bg-surface-1 shadow-pop sm:right-4 sm:bottom-4',
				isOpen &&
					'flex max-h-[calc(100dvh-10rem)] w-80 max-w-[calc(100vw-1.5rem)] flex-col sm:max-h-[calc(100dvh-6rem)]',
			)}
		>
			<button
				type="button"
				aria-expanded={isOpen}
				aria-controls={contentId}
				onClick={() => setOpen(!isOpen)}
				className="flex min-h-11 w-full shrink-0 items-center gap-2 px-3 font-semibold text-text hover:bg-surface-3"
			>
				<Database aria-hidden className="size-5 text-primary" />
				<span className={clsx(!isOpen && 'sr-only md:not-sr-only')}>Database</span>
				<span className="figures text-text-2">
					{total ?? '–'}
					<span className="sr-only"> images generated</span>
				</span>
				<ChevronDown
					aria-hidden
					className={clsx('ml-auto size-5 text-text-2 transition-transform', !isOpen && 'rotate-180')}
				/>
			</button>
			<div id={contentId} hidden={!isOpen} className="overflow-y-auto border-t border-border p-3">
				<p className="flex justify-between gap-2">
					<span className="text-text-2">Total generated</span>
					<span className="figures font-semibold">{total ?? 'unknown'}</span>
				</p>
				{isDeveloperMode ? (
					<label className="mt-2 flex items-center gap-2 text-sm text-text-2">
						<input
							type="checkbox"
							className="size-4 accent-primary"
							checked={scope === 'all'}
							onChange={(event) => setScope(event.target.checked ? 'all' : 'own')}
						/>
						Everybody’s images instead of my own
					</label>
				) : null}
				<PartLinks scope={scope} />
				<DeleteAllButton scope={scope} />
			</div>
		</aside>
	);
}

/** Plain links: the browser writes the archive to disk as it comes. */
function PartLinks({ scope }: { readonly scope: Scope }) {
	const titleId = useId();
	return (
		<>
			<h2 id={titleId} className="mt-3 mb-2 text-sm font-semibold">
				Download in {databasePartCount} parts
			</h2>
			<ul aria-labelledby={titleId} className="grid grid-cols-5 gap-1.5">
				{Array.from({ length: databasePartCount }, (_, index) => index + 1).map((part) => (
					<li key={part}>
						<a
							href={`/api/database/download/${part}${scope === 'all' ? '?scope=all' : ''}`}
							download
							aria-label={`Download part ${part}`}
							className={clsx(buttonClass('secondary', 'small'), 'figures w-full')}
						>
							{part}
						</a>
					</li>
				))}
			</ul>
		</>
	);
}

function DeleteAllButton({ scope }: { readonly scope: Scope }) {
	const reload = usePageReload();
	const cleanup = useCleanup();

	function deleteAll() {
		const isSure = window.confirm(
			'Are you sure you want to delete all images from the database? This cannot be undone.',
		);
		if (!isSure) return;
		cleanup.mutate(scope === 'all' ? { scope } : {}, {
			onSuccess() {
				window.alert('Database cleaned up successfully!');
				reload();
			},
			onError(error) {
				console.error('The database was not cleaned up', error);
				window.alert('Cleanup failed');
			},
		});
	}

	return (
		<Button
			tone="danger"
			className="mt-4 w-full"
			onClick={deleteAll}
			busyText={cleanup.isPending ? 'Deleting...' : undefined}
			icon={<Trash2 aria-hidden className="size-5" />}
		>
			Delete All Images
		</Button>
	);
}
