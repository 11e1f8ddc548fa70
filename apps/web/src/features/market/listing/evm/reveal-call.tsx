import { Button } from '@adx/ui/controls/button';
import type { MintChain } from '@adx/validators/minted-token';
import type { CreatorReveal } from '@adx/validators/sale/reveal';
import type { CreatorSale } from '@adx/validators/sales';
import { shortenEvmAddress } from '../../../wallets/short-address.ts';
import { listingTexts } from '../listing-texts.ts';
import { revealTexts as texts } from '../reveal/reveal-texts.ts';
import { ControlCall } from './control-call.tsx';
import { type EvmWallets, useEvmWallets } from './evm-wallets.ts';
import { useControlCall } from './use-control-call.ts';

interface RevealCallProps {
	readonly sale: CreatorSale;
	readonly reveal: CreatorReveal;
}

/** What the owner of a contract sends it next so that the items are shown, with the bar of wallets. */
export function RevealCall({ sale, reveal }: RevealCallProps) {
	const wallets = useEvmWallets();
	if (wallets === null) return null;
	const isCreator = wallets.address?.toLowerCase() === sale.walletAddress.toLowerCase();
	return (
		<>
			{wallets.connectBar(sale.network as MintChain)}
			{wallets.address === null || isCreator ? null : (
				<p role="alert" className="text-sm wrap-anywhere text-ember-text">
					{listingTexts.sign.otherWallet(shortenEvmAddress(sale.walletAddress))}
				</p>
			)}
			<Call sale={sale} reveal={reveal} wallets={wallets} isCreator={isCreator} />
		</>
	);
}

interface CallProps extends RevealCallProps {
	readonly wallets: EvmWallets;
	readonly isCreator: boolean;
}

function Call({ sale, reveal: { step, call }, wallets, isCreator }: CallProps) {
	const task = useControlCall(sale, wallets);
	if (step === null || call === null) return null;
	return (
		<ControlCall
			sale={sale}
			wallets={wallets}
			isCreator={isCreator}
			task={task}
			waitingText={texts.waiting}
			// What the reveal is then stands above by itself.
			toOutcome={() => ({ isDone: ({ reveal }) => reveal?.step !== step })}
		>
			<Button tone="primary" disabled={!isCreator || task.step !== null} onClick={() => void task.read(() => call)}>
				{texts.buttons[step]}
			</Button>
		</ControlCall>
	);
}
