import type { MintChain } from '@adx/validators/minted-token';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { shortenEvmAddress } from '../../../wallets/short-address.ts';
import { useEvmWallets } from '../../contract/evm-wallets.ts';
import { listingTexts } from '../listing-texts.ts';
import { countUnownedItems } from '../sale-stage.ts';
import { ChainControls } from './chain-controls.tsx';
import { EvmOwnItems } from './evm-own-items.tsx';

const texts = listingTexts.chain;

/** What the owner of a collection's contract does with the own wallet: control its sale, and mint what is left. */
export function EvmSeller({ sale }: { readonly sale: CreatorSale }) {
	const wallets = useEvmWallets();
	if (wallets === null || countUnownedItems(sale) === 0) return null;
	if (sale.chainState === 'ended') return <p className="text-sm text-text-2">{texts.ended}</p>;
	const isCreator = wallets.address?.toLowerCase() === sale.walletAddress.toLowerCase();
	return (
		<>
			<section aria-label={texts.title} className="grid gap-3 border-t border-border pt-4">
				<h3 className="font-semibold text-text">{texts.title}</h3>
				<p className="text-sm text-text-2">{toText(sale)}</p>
				{wallets.connectBar(sale.network as MintChain)}
				{wallets.address === null || isCreator ? null : (
					<p role="alert" className="text-sm wrap-anywhere text-ember-text">
						{listingTexts.sign.otherWallet(shortenEvmAddress(sale.walletAddress))}
					</p>
				)}
				{/* What was said of a sale that went on is not said of one that is over. */}
				<ChainControls key={sale.closedAt} sale={sale} wallets={wallets} isCreator={isCreator} />
			</section>
			{sale.phase === 'selling' ? <EvmOwnItems sale={sale} wallets={wallets} isCreator={isCreator} /> : null}
		</>
	);
}

function toText({ chainState, closedAt, reveal }: CreatorSale): string {
	if (chainState === 'paused') return texts.pausedText;
	if (closedAt === null) return texts.text;
	return reveal === null ? texts.closedText.open : texts.closedText.covered;
}
