import { CopyField } from '@adx/ui/controls/copy-field';
import { Card } from '@adx/ui/surfaces/card';
import type { SaleReveal } from '@adx/validators/sale/reveal';
import type { Sale } from '@adx/validators/sale/sales';
import { useEffect, useRef } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { revealCardTexts as texts } from './reveal-card-texts.ts';

/** What a sale with a delayed reveal has committed to, and once it is revealed how anybody checks that. */
export function RevealCard({ sale: { saleId, network, reveal } }: { readonly sale: Sale }) {
	const utils = trpc.useUtils();
	const isRevealed = reveal?.phase === 'revealed';
	const wasCovered = useRef(!isRevealed);
	useEffect(() => {
		if (!isRevealed || !wasCovered.current) return;
		wasCovered.current = false;
		// Who has the page open while the items are revealed sees them, too, and what was bought here.
		for (const query of [utils.mint.sales.traits, utils.mint.sales.items, utils.mint.sales.purchase]) {
			void query.invalidate({ saleId });
		}
	}, [isRevealed, saleId, utils]);
	if (reveal === null) return null;
	return (
		<Card title={texts.title}>
			<p role="status" className="mb-4 max-w-prose text-sm text-text-2">
				{toText(reveal)}
			</p>
			{isRevealed ? null : (
				<p className="mb-4 max-w-prose text-sm text-text-2">{texts.who[network === 'solana' ? 'solana' : 'evm']}</p>
			)}
			{reveal.forgottenDraws === 0 ? null : (
				<p className="mb-4 max-w-prose text-sm font-medium text-ember-text">{texts.forgotten(reveal.forgottenDraws)}</p>
			)}
			<dl className="grid grid-cols-[minmax(0,1fr)] gap-3">
				{listFacts(reveal).map(([name, value]) => (
					<div key={name}>
						<dt className="text-sm text-text-2">{name}</dt>
						<dd className="font-mono text-[0.8125rem] wrap-anywhere text-text">{value}</dd>
					</div>
				))}
			</dl>
			{isRevealed ? (
				<div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-2">
					<CopyField
						label={texts.verify}
						value={`npm run verify-collection -- --sale ${window.location.origin}/sale/${saleId} --rpc URL --gateway URL`}
					/>
					<p className="text-sm text-text-2">{texts.verifyText}</p>
				</div>
			) : null}
		</Card>
	);
}

function toText({ phase, drawBlock, beginsBy }: SaleReveal): string {
	const block = drawBlock ?? 0;
	switch (phase) {
		case 'covered':
			return texts.covered;
		case 'drawing':
			return texts.drawing(block);
		case 'drawn':
			return texts.drawn(block, beginsBy);
		case 'revealed':
			return texts.revealed(block);
		default:
			return texts.started(block);
	}
}

function listFacts({ provenance, seedCommitment, drawBlock, drawHash, seed, shuffle }: SaleReveal) {
	const facts = [
		[texts.facts.provenance, provenance],
		[texts.facts.seedCommitment, seedCommitment],
		[texts.facts.block, drawBlock === null ? null : String(drawBlock)],
		[texts.facts.hash, drawHash],
		[texts.facts.seed, seed],
		[texts.facts.shuffle, shuffle],
	] as const;
	return facts.filter((fact): fact is readonly [(typeof fact)[0], string] => fact[1] !== null);
}
