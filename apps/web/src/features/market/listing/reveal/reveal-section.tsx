import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { formatNumber } from '@adx/validators/format-number';
import type { CreatorReveal } from '@adx/validators/sale/reveal';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { getRefusalMessage } from '../../refusal-message.ts';
import { useCacheSale } from '../listing-queries.ts';
import { listingTexts } from '../listing-texts.ts';
import { PublishFiles } from '../publish-files.tsx';
import { countUnownedItems } from '../sale-stage.ts';
import { OwnRevealStep } from './own-reveal-step.tsx';
import { revealTexts as texts } from './reveal-texts.ts';

interface SectionProps {
	readonly sale: CreatorSale;
	readonly reveal: CreatorReveal;
}

/** What a sale whose items are covered has committed to, and the next thing to do about their reveal. */
export function RevealSection({ sale }: { readonly sale: CreatorSale }) {
	const { reveal } = sale;
	if (reveal === null) return null;
	return (
		<section aria-label={texts.title} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-border pt-4">
			<h3 className="font-semibold text-text">{texts.title}</h3>
			{reveal.errorMessage === null ? null : (
				<p role="alert" className="text-sm font-medium wrap-anywhere text-ember-text">
					{reveal.errorMessage}
				</p>
			)}
			<Next sale={sale} reveal={reveal} />
			<Facts reveal={reveal} />
		</section>
	);
}

function Next({ sale, reveal }: SectionProps) {
	const { next } = reveal;
	const call = next === null ? null : <OwnRevealStep key={next.step} sale={sale} next={next} />;
	switch (reveal.phase) {
		case 'preparing':
			return (
				<>
					<Text>{texts.preparing.text}</Text>
					<ProgressBar label={texts.preparing.bar} percent={reveal.progress} />
				</>
			);
		case 'unpublished':
			return <PublishFiles sale={sale} opens="reveal" />;
		case 'drawn':
			return (
				<>
					<Text>{texts.drawn(reveal.drawBlock ?? 0, reveal.beginsBy)}</Text>
					<StartReveal jobId={sale.jobId} />
				</>
			);
		default:
			return (
				<>
					<Text>{toText(sale, reveal)}</Text>
					{call}
				</>
			);
	}
}

/** Announced as the reveal goes on, by itself or after a press. */
const Text = ({ children }: { readonly children: string }) => (
	<p role="status" className="text-sm text-text-2">
		{children}
	</p>
);

/** What happens now, in the phases in which nothing is pressed here. */
function toText(sale: CreatorSale, { phase, next, drawBlock }: CreatorReveal): string {
	const { state, network, closedAt, chainState } = sale;
	if (phase === 'revealed') return texts.revealed;
	if (phase === 'ready') return network === 'solana' ? texts.ready.solana : texts.ready.evm;
	if (phase === 'drawing') {
		return next?.step === 'draw' ? texts.drawing.draw(drawBlock ?? 0) : texts.drawing.waiting(drawBlock ?? 0);
	}
	if (next?.step === 'end') return countUnownedItems(sale) === 0 ? texts.covered.end : texts.covered.endEarly;
	const isOver = state === 'sold_out' || closedAt !== null || chainState === 'ended';
	if (!isOver) return state === 'ended' ? texts.covered.timeOver : texts.covered.selling;
	if (network === 'solana') return texts.covered.solana;
	return chainState === 'ended' ? texts.drawing.named : texts.covered.ending;
}

/** The word that the items may be shown, which nothing takes back. */
function StartReveal({ jobId }: Pick<CreatorSale, 'jobId'>) {
	const cacheSale = useCacheSale();
	const [problem, setProblem] = useState('');
	const { mutate, isPending } = trpc.mint.collections.reveal.useMutation({
		onMutate: () => setProblem(''),
		onSuccess: cacheSale,
		onError: (error) => setProblem(getRefusalMessage(error, listingTexts.offline)),
	});
	return (
		<>
			<Button
				tone="primary"
				icon={<Eye aria-hidden className="size-4" />}
				busyText={isPending ? texts.starting : undefined}
				onClick={() => mutate({ jobId })}
			>
				{texts.button}
			</Button>
			<StatusMessage isError text={problem} />
		</>
	);
}

function Facts({
	reveal: { provenance, seedCommitment, drawBlock, drawHash, forgottenDraws },
}: Pick<SectionProps, 'reveal'>) {
	const facts = [
		[texts.facts.provenance, provenance],
		[texts.facts.seedCommitment, seedCommitment],
		...(drawBlock === null ? [] : [[texts.facts.block, formatNumber(drawBlock)] as const]),
		...(drawHash === null ? [] : [[texts.facts.hash, drawHash] as const]),
		...(forgottenDraws === 0 ? [] : [[texts.facts.forgotten, String(forgottenDraws)] as const]),
	] as const;
	return (
		<dl aria-label={texts.facts.label} className="grid gap-2 text-sm">
			{facts.map(([name, value]) => (
				<div key={name}>
					<dt className="text-text-2">{name}</dt>
					<dd className="font-mono text-[0.8125rem] wrap-anywhere text-text">{value}</dd>
				</div>
			))}
		</dl>
	);
}
