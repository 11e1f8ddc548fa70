import type { MintChain } from '@adx/validators/minted-token';
import type { RevealCall } from '@adx/validators/sale/reveal';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { useEvmWallets } from '../../contract/evm-wallets.ts';
import { RevealStepButton } from '../../contract/reveal-step-button.tsx';
import { useOwnContract } from '../evm/use-own-contract.ts';

interface RevealCallProps {
	readonly sale: CreatorSale;
	readonly next: RevealCall;
}

/** What any wallet sends a contract next so that the items are shown, with the bar of wallets. */
export function OwnRevealStep({ sale, next }: RevealCallProps) {
	const wallets = useEvmWallets();
	const contract = useOwnContract(sale);
	if (wallets === null) return null;
	return (
		<>
			{wallets.connectBar(sale.network as MintChain)}
			<RevealStepButton sale={contract} next={next} toNext={({ reveal }) => reveal?.next ?? null} wallets={wallets} />
		</>
	);
}
