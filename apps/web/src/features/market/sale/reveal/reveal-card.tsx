import { CopyField } from '@adx/ui/controls/copy-field';
import { Card } from '@adx/ui/surfaces/card';
import type { SaleReveal } from '@adx/validators/sale/reveal';
import type { Sale } from '@adx/validators/sales';
import { useEffect } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { revealCardTexts as texts } from './reveal-card-texts.ts';

/** What a sale with a delayed reveal has committed to, and once it is revealed how anybody checks that. */
export function RevealCard({ sale: { saleId, reveal } }: { readonly sale: Sale }) {
	const utils = trpc.useUtils();
	const isRevealed = reveal?.phase === 'revealed';
	useEffect(() => {
		// Who has the page open while the items are revealed sees them, too.
		if (isRevealed) void utils.mint.sales.traits.invalidate({ saleId });
	}, [isRevealed, saleId, utils]);
	if (reveal === null) return null;
	return (
		<Card title={texts.title}>
			<p className="mb-4 max-w-prose text-sm text-text-2">{toText(reveal)}</p>
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

function toText({ phase, drawBlock, drawHash }: SaleReveal): string {
	if (phase === 'revealed') return texts.revealed(drawBlock ?? 0);
	if (phase === 'covered') return texts.covered;
	return drawBlock === null || drawHash === null ? texts.ended : texts.drawn(drawBlock);
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
