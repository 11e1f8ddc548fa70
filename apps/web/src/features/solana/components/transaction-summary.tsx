import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react';
import { ChevronDown, ShieldCheck } from 'lucide-react';
import { shortAddress } from '../address-text.ts';
import { priceText, solText } from '../lamports.ts';
import type { TransactionReview } from '../sign-transactions.ts';
import { solanaTexts } from '../texts.ts';

const texts = solanaTexts.review;

/** What is about to be signed, in words, read from the transactions themselves. */
export function TransactionSummary({ review: { promise, facts } }: { readonly review: TransactionReview }) {
	const { wallet, recipient, priceLamports, costLamports, creates } = promise;
	const isPaid = recipient !== null && priceLamports > 0n;
	const rows: readonly (readonly [string, string, string?])[] = [
		[texts.payer, shortAddress(wallet)],
		[texts.creates, creates === 'collection' ? texts.collection : texts.pieces(facts.length)],
		...(recipient === null
			? []
			: [[texts.price, priceText(priceLamports), isPaid ? texts.to(shortAddress(recipient)) : ''] as const]),
		[texts.cost, solText(costLamports)],
		[texts.total, solText(priceLamports + costLamports)],
		[texts.programs, [...new Set(facts.flatMap((fact) => fact.programs))].join(', ')],
	];
	return (
		<section aria-label={texts.title} className="grid gap-3 rounded-md border border-line bg-surface-2 p-3 text-sm">
			<h3 className="font-semibold text-text">{texts.title}</h3>
			<dl className="figures grid gap-1.5">
				{rows.map(([name, value, more = '']) => (
					<div key={name} className="flex flex-wrap justify-between gap-x-3">
						<dt className="text-text-2">{name}</dt>
						<dd
							className={
								name === texts.total ? 'ml-auto text-right font-semibold text-text' : 'ml-auto text-right text-text'
							}
						>
							{value} {more === '' ? null : <span className="text-text-2">{more}</span>}
						</dd>
					</div>
				))}
			</dl>
			<p className="flex gap-2 text-[0.8125rem] text-text-2">
				<ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
				{texts.checked}
			</p>
			<Disclosure as="div">
				<DisclosureButton className="group flex items-center gap-1 text-[0.8125rem] font-semibold text-primary pointer-coarse:min-h-11">
					{texts.details}
					<ChevronDown aria-hidden className="size-4 group-data-open:rotate-180" />
				</DisclosureButton>
				<DisclosurePanel>
					<ul className="mt-1 grid max-h-40 gap-1 overflow-y-auto font-mono text-[0.8125rem] wrap-anywhere text-text-2">
						<li>{`${texts.payer}: ${wallet}`}</li>
						{recipient === null ? null : <li>{`${texts.price}: ${recipient}`}</li>}
						{facts.map(({ mint }) => (
							<li key={mint}>{`${texts.creates}: ${mint}`}</li>
						))}
					</ul>
				</DisclosurePanel>
			</Disclosure>
		</section>
	);
}
