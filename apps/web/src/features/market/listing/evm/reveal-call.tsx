import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-note';
import type { MintChain } from '@adx/validators/minted-token';
import type { CreatorReveal } from '@adx/validators/sale/reveal';
import type { CreatorSale } from '@adx/validators/sales';
import { SendOrCancel } from '../../../wallets/evm/calls/send-or-cancel.tsx';
import { shortenEvmAddress } from '../../../wallets/short-address.ts';
import { WaitingForWallet } from '../../../wallets/solana/connect/waiting-for-wallet.tsx';
import { listingTexts } from '../listing-texts.ts';
import { revealTexts as texts } from '../reveal/reveal-texts.ts';
import { ControlSummary } from './control-summary.tsx';
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

function Call({ sale, reveal, wallets, isCreator }: CallProps) {
	const { step, note, callOff, ready, chainName, forget, read, send } = useControlCall(sale, wallets);
	const { step: wanted, call } = reveal;
	if (wanted === null || call === null) return null;
	const outcome = { isDone: (now: CreatorSale) => now.reveal?.step !== wanted, doneText: texts.done[wanted] };
	return (
		<>
			{ready === null ? null : <ControlSummary sale={sale} ready={ready} chainName={chainName} />}
			<StatusMessage
				text={step === 'waiting' ? texts.waiting : step === null ? (note?.text ?? '') : ''}
				isError={step === null && note?.isError === true}
			>
				<WaitingForWallet wallet={step === 'signing' ? wallets.name : null} count={1} onCancel={callOff} />
			</StatusMessage>
			{step === 'signing' || step === 'waiting' ? null : ready === null ? (
				<Button tone="primary" disabled={!isCreator || step !== null} onClick={() => void read(() => call)}>
					{texts.buttons[wanted]}
				</Button>
			) : (
				<SendOrCancel
					walletName={wallets.name}
					isAllowed={isCreator}
					onSend={() => void send(ready, outcome)}
					onCancel={forget}
				/>
			)}
		</>
	);
}
