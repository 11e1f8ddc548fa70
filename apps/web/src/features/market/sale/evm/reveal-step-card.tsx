import { Card } from '@adx/ui/surfaces/card';
import type { MintChain } from '@adx/validators/minted-token';
import type { Sale } from '@adx/validators/sale/sales';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useEvmWallets } from '../../contract/evm-wallets.ts';
import { RevealStepButton } from '../../contract/reveal-step-button.tsx';
import { revealCardTexts } from '../reveal/reveal-card-texts.ts';

const texts = revealCardTexts.next;

/** What any visitor may send the contract of an ended sale, so that nobody waits for its creator alone; nothing otherwise. */
export function RevealStepCard({ sale }: { readonly sale: Sale }) {
	const wallets = useEvmWallets();
	const { client, mint } = trpc.useUtils();
	const { saleId, network, mintAddress: contract, chain, coin, reveal } = sale;
	const next = reveal?.next ?? null;
	if (next === null || wallets === null) return null;
	const look = async () => {
		const now = await client.mint.sales.get.query({ saleId });
		mint.sales.get.setData({ saleId }, now);
		return now;
	};
	return (
		<Card title={texts.title}>
			<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
				<p className="text-sm text-text-2">{texts[next.step]}</p>
				{wallets.connectBar(network as MintChain)}
				<RevealStepButton
					key={next.step}
					sale={{ contract, chain, coin, reveal, look }}
					next={next}
					toNext={(now) => now.reveal?.next ?? null}
					wallets={wallets}
				/>
			</div>
		</Card>
	);
}
