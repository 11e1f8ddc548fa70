import { Button, buttonClass } from '@adx/ui/controls/button';
import { followBottomInset } from '@adx/ui/layout/bottom-inset';
import { formatNumber } from '@adx/validators/format-number';
import { databasePartCount } from '@adx/validators/limits';
import clsx from 'clsx';
import { ChevronDown, Database, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { DownloadLink } from '../../../lib/files/download-link.tsx';
import { storeToastForReload } from '../../../lib/storage/toast-after-reload.ts';
import { BottomBarPortal } from '../../../shell/bottom-bar.tsx';
import { usePageReload } from '../../../shell/page-reload.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { useCleanup, useStats } from './database-queries.ts';
import { UnusedUploads } from './unused-uploads.tsx';

type Scope = 'own' | 'all';

/** Stays in its corner: how much was generated, and, unfolded, all of it to download or to delete. */
export function DatabasePanel() {
	const [isOpen, setOpen] = useState(false);
	const [wasOpened, setOpened] = useState(false);
	const { data: stats } = useStats();
	const { isDeveloperMode } = useAccess();
	const contentId = useId();
	const byWhom = isDeveloperMode ? 'by everybody' : 'by you';
	const total = stats && formatNumber(stats.totalGenerated);

	const panel = useRef<HTMLElement>(null);
	const handle = useRef<HTMLButtonElement>(null);

	function toggle() {
		setOpen(!isOpen);
		setOpened(true);
	}

	useEffect(() => {
		if (!isOpen) return;
		const press = ({ target }: PointerEvent) => {
			if (target instanceof Node && panel.current?.contains(target) === false) setOpen(false);
		};
		document.addEventListener('pointerdown', press);
		return () => document.removeEventListener('pointerdown', press);
	}, [isOpen]);

	function closeByEscape({ key }: KeyboardEvent) {
		if (key !== 'Escape' || !isOpen) return;
		setOpen(false);
		handle.current?.focus();
	}

	return (
		<BottomBarPortal place="end">
			<aside ref={panel} aria-label="Database" className="lg:relative" onKeyDown={closeByEscape}>
				<button
					ref={handle}
					type="button"
					aria-expanded={isOpen}
					aria-controls={contentId}
					onClick={toggle}
					className={clsx(
						'flex min-h-12 items-center gap-2 rounded-md border border-line bg-surface-1 px-3 font-semibold text-text hover:bg-surface-3 max-lg:bg-surface-2 max-lg:low:min-h-11 lg:shadow-pop',
						// On a phone a long count takes nothing from what stands at the centre.
						'max-sm:min-w-12 max-sm:flex-col max-sm:justify-center max-sm:gap-0 max-sm:px-2 max-sm:text-xs',
					)}
				>
					<Database aria-hidden className="size-5 text-primary" />
					<span className="max-md:sr-only">Database</span>
					<span className="figures text-text-2">
						{total ?? '–'}
						<span className="sr-only">
							{' '}
							{stats?.totalGenerated === 1 ? 'image' : 'images'} generated {byWhom}
						</span>
					</span>
					<ChevronDown
						aria-hidden
						className={clsx('size-5 text-text-2 transition-transform max-sm:hidden', !isOpen && 'rotate-180')}
					/>
				</button>
				<div
					ref={followBottomInset}
					id={contentId}
					hidden={!isOpen}
					className="absolute right-3 bottom-full mb-2 sm:max-lg:right-6 lg:right-0 max-h-[calc(100dvh-var(--bottom-inset,0px)-5rem)] w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-lg border border-line bg-surface-1 p-3 shadow-pop"
				>
					{wasOpened ? <PanelContent isShown={isOpen} total={total} byWhom={byWhom} /> : null}
				</div>
			</aside>
		</BottomBarPortal>
	);
}

interface PanelContentProps {
	readonly isShown: boolean;
	/** Images generated; undefined while that is unknown. */
	readonly total: string | undefined;
	readonly byWhom: string;
}

function PanelContent({ isShown, total, byWhom }: PanelContentProps) {
	const [scope, setScope] = useState<Scope>('own');
	const { isDeveloperMode } = useAccess();
	return (
		<>
			<p className="flex justify-between gap-2">
				<span className="text-text-2">Total generated {byWhom}</span>
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
			<p className="mt-2 text-sm text-text-2">
				The parts and the button below cover {scope === 'all' ? 'everybody’s images' : 'only your own images'}.
			</p>
			<PartLinks scope={scope} />
			<UnusedUploads scope={scope} isShown={isShown} />
			<DeleteAllButton scope={scope} />
		</>
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
						<DownloadLink
							href={`/api/database/download/${part}${scope === 'all' ? '?scope=all' : ''}`}
							aria-label={`Download part ${part}`}
							className={clsx(buttonClass('secondary', 'small'), 'figures w-full')}
						>
							{part}
						</DownloadLink>
					</li>
				))}
			</ul>
		</>
	);
}

const describeKept = (images: number) =>
	[
		images === 1 ? '1 image was kept' : `${formatNumber(images)} images were kept`,
		'What a merged collection or a mint uses stays.',
	] as const;

function DeleteAllButton({ scope }: { readonly scope: Scope }) {
	const reload = usePageReload();
	const cleanup = useCleanup();

	function deleteAll() {
		const isSure = window.confirm(
			'Are you sure you want to delete all images from the database? This cannot be undone.',
		);
		if (!isSure) return;
		cleanup.mutate(scope === 'all' ? { scope } : {}, {
			onSuccess({ keptImages }) {
				if (keptImages > 0) storeToastForReload(...describeKept(keptImages));
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
