import { Button } from '@adx/ui/controls/button';
import { followBottomInset } from '@adx/ui/layout/bottom-inset';
import { useWallet } from '../../../wallets/evm/use-wallet.ts';
import type { Mints } from '../mint-queries.ts';
import { batchTexts as texts } from './batch-texts.ts';
import { areAllMinted, type BatchItem, getItemsToMint, type StoredBatch } from './stored-batches.ts';

export interface BatchBarProps {
	/** What was started, perhaps before a reload; null where nothing was. */
	readonly stored: StoredBatch | null;
	readonly selected: readonly BatchItem[];
	readonly mints: Mints;
	readonly onOpen: () => void;
	readonly onClear: () => void;
}

/** What is selected to be minted together, or what is left of that. */
export function BatchBar({ stored, selected, mints, onOpen, onClear }: BatchBarProps) {
	const wallet = useWallet();
	if (stored === null && selected.length === 0) return null;
	return (
		<div
			ref={followBottomInset}
			data-clear-of-toasts
			className="sticky bottom-[calc(var(--bottom-inset,0px)+0.5rem)] z-10 flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface-2 p-3"
		>
			<p role="status" className="grow text-sm text-text">
				{stored === null ? texts.selected(selected.length) : describe(stored, mints)}
			</p>
			<Button size="small" tone="primary" disabled={stored === null && wallet.address === null} onClick={onOpen}>
				{stored === null ? texts.open(selected.length) : texts.show}
			</Button>
			{stored === null ? (
				<Button size="small" onClick={onClear}>
					{texts.clear}
				</Button>
			) : null}
		</div>
	);
}

const describe = ({ items }: StoredBatch, mints: Mints): string =>
	areAllMinted(items, mints)
		? texts.finished(items.length)
		: texts.unfinished(getItemsToMint(items, mints).length, items.length);
