import type { MintContractOutput, SubmittedMintInput } from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import { useState } from 'react';
import type { WalletChain } from '../../../wallets/evm/wallet-chains.ts';
import type { Mints } from '../mint-queries.ts';
import { BatchBar } from './batch-bar.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { storedBatches } from './stored-batches.ts';
import { useBatchFlow } from './use-batch-flow.ts';
import type { BatchSelection } from './use-batch-selection.ts';

export interface BatchPanelProps {
	readonly chain: MintChain;
	readonly walletChain: WalletChain;
	readonly publishesFiles: boolean;
	readonly contract: MintContractOutput;
	readonly mints: Mints;
	readonly selection: BatchSelection;
	/** Reports a transaction to the server. */
	readonly report: (mint: SubmittedMintInput) => Promise<boolean>;
}

/** The bar and the dialog of minting many images; a batch that was started is there again after a reload. */
export function BatchPanel({ chain, mints, selection, report, ...dialog }: BatchPanelProps) {
	const stored = storedBatches.use().get(chain) ?? null;
	const flow = useBatchFlow(report);
	const [isOpen, setOpen] = useState(false);
	const batch = stored ?? { items: selection.items, askedIds: [] };
	return (
		<>
			<BatchBar
				stored={stored}
				selected={selection.items}
				mints={mints}
				onOpen={() => {
					flow.clearEnded();
					setOpen(true);
				}}
				onClear={selection.clear}
			/>
			{batch.items.length === 0 ? null : (
				<BatchDialog
					{...dialog}
					open={isOpen}
					chain={chain}
					batch={batch}
					mints={mints}
					flow={flow}
					onClose={() => setOpen(false)}
					onDiscard={() => {
						setOpen(false);
						storedBatches.remove(chain);
						selection.clear();
						flow.clearEnded();
					}}
				/>
			)}
		</>
	);
}
